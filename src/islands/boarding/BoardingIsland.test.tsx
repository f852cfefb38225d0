import { expect } from 'vitest'
import { render } from '../../../test/component.ts'
import { boardingValues } from '../../../test/builders.ts'
import { openBoarding, polarisUser, waitForVisit } from '../../../test/open-boarding.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { setCurrentPortal } from '../../stores/shell/portal.ts'
import { BoardingIsland } from './BoardingIsland.tsx'

async function renderBoarding(
  step: string,
  locale: Locale = 'nl',
  options: Parameters<typeof openBoarding>[0] = {},
) {
  const page = await openBoarding({ query: `?step=${step}&reseller=7`, ...options })
  setCurrentPortal(page.portal)
  const view = render(<BoardingIsland />, locale)
  await view.settle()
  return { ...page, ...view }
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))

test.for([
  ['merchant_info', 'nl'],
  ['serial_info', 'nl'],
  ['subscription', 'nl'],
  ['subscription', 'en'],
] as const)('presents the step %s (%s)', async ([step, locale], { expect }) => {
  expect((await renderBoarding(step, locale)).lines()).toMatchSnapshot()
})

test('shows a polaris user neither the account step nor the list of requirements', async () => {
  const view = await renderBoarding('subscription', 'nl', { person: polarisUser })
  const lines = view.lines().map((line) => line.trim())
  expect(lines).toContain('Stap 2 van 2')
  expect(lines).toContain('radio "Iemand anders" (U krijgt een deellink.)')
  expect(lines.filter((line) => line.startsWith('term'))).toEqual([
    'term Administratie',
    'term Locatie',
  ])
  expect(lines.join()).not.toContain('Dit moet in SnelStart kloppen')
})

test('a failed submit opens the first invalid step and shows its errors', async ({ expect }) => {
  const view = await renderBoarding('merchant_info')
  view.type('Email', 'geen adres')
  view.press('Volgende')
  await nextFrame()
  view.type('Website (niet verplicht)', 'geen website')
  view.press('Volgende')
  await nextFrame()
  view.press('Versturen')
  await nextFrame()
  expect(view.lines()).toMatchSnapshot()
  view.press('Volgende')
  await nextFrame()
  expect(view.lines().join()).toContain(
    '[aria-invalid] [type=url] = geen website (Voer een geldige URL in.)',
  )
})

test('normalises a country and shows doubts as hints, not as errors', async () => {
  const view = await renderBoarding('serial_info')
  view.type('KvK (niet verplicht)', 'NL123456789B01')
  const lines = () => view.lines().map((line) => line.trim())
  expect(lines()).toContain(
    'textbox "KvK (niet verplicht)" [autocomplete=off] = NL123456789B01 (Dit lijkt een btw-nummer. Een KvK-nummer heeft 8 cijfers.)',
  )
  view.type('Land', 'belgië')
  expect(lines()).toContain(
    'combobox "Land" [placeholder=NL] [autocomplete=country] [aria-required] = BE (België)',
  )
})

test('the review lists the records to create and leads back to a missing field', async () => {
  const view = await renderBoarding('merchant_info')
  view.type('Naam', 'Winkelier Test')
  view.press('Volgende')
  await nextFrame()
  view.type('Bedrijfsnaam', 'Nieuwe Zaak')
  view.press('Volgende')
  await nextFrame()
  const review = view.getByRole('region', { name: 'Dit maken we aan' })
  expect(review.textContent).toMatch(/Winkelier Test.*Email is verplicht.*Nieuwe Zaak, Nederland/)
  view.press('Wijzig Account')
  await expect.poll(() => document.activeElement === view.getByLabelText('Email')).toBe(true)
  // Some tools fill in fields without an event.
  view.getByLabelText<HTMLInputElement>('Email').value = 'nieuw@zaak.test'
  view.press('Volgende')
  await nextFrame()
  expect(view.getByRole('button', { name: 'Terug naar Abonnement' })).not.toBeNull()
  expect(view.container.textContent).toContain('Winkelier Test, nieuw@zaak.test')
})

const plan = { id: 7, name: 'Enige', duration: null, interval: 3, grace_period: '' }

const planPath = '/api/registrations/subscription/list'
const offerPlans = (...plans: (typeof plan)[]) => sandbox.answer('GET', planPath, plans)

async function renderFilledIn(locale: Locale = 'nl') {
  const { boarding, environment } = await openBoarding({ query: '?step=subscription' })
  boarding.keep(boardingValues())
  boarding.keepVisited(['merchant_info', 'serial_info', 'subscription'])
  return renderBoarding('subscription', locale, { environment })
}

test.for([
  ['no plans', { kind: 'answer', body: [] }],
  ['the only plan, without some facts, as chosen', { kind: 'answer', body: [plan] }],
  ['plans that could not be loaded', { kind: 'status', status: 403 }],
] as const)('presents %s', async ([, fault], { expect }) => {
  await sandbox.injectFault({ method: 'GET', path: planPath, fault })
  const view = await renderBoarding('subscription')
  const lines = view.lines()
  expect(
    lines.slice(
      12,
      lines.findIndex((line) => line.includes('Wie keurt')),
    ),
  ).toMatchSnapshot()
})

test('a restored form reports that its subscription no longer exists until the user starts again', async ({
  expect,
}) => {
  await offerPlans(plan, { ...plan, id: 8, name: 'Ander' })
  const view = await renderFilledIn()
  expect(view.lines()).toMatchSnapshot()
  view.press('Versturen')
  await expect.poll(() => view.shown).toEqual(['boarding:withdrawn'])
  view.press('Opnieuw beginnen')
  await expect.poll(() => view.queryByText(/^Dit abonnement bestaat niet meer/)).toBeNull()
  expect(view.queryByText(/^Wat u eerder/)).toBeNull()
  view.getByRole('textbox', { name: 'Naam' })
  expect(view.lines().join('\n')).not.toContain('ingevuld')
})

test.for([
  ['nl', 'Versturen', 'Naar de laatste stap', 'Nieuwe klant'],
  ['en', 'Submit', 'To the last step', 'New customer'],
] as const)(
  'presents the created customer, the wait for approval and a new form (%s)',
  async ([locale, submit, toSubmit, another], { expect }) => {
    await sandbox.delay('POST', '/api/registrations/registration/merchant/SNELSTART', 300)
    const first = await renderFilledIn(locale)
    first.press(submit)
    await first.findByText(/^(?:bezig|busy)$/)
    expect(first.lines()).toMatchSnapshot('busy')
    await waitForVisit(first)
    await first.settle()
    expect(first.lines().slice(-12)).toMatchSnapshot('created')
    const { environment } = first
    first.show(null)
    environment.replaceAddress(new URL('/boarding?step=merchant_info', environment.location()))
    const view = await renderBoarding('merchant_info', locale, { environment })
    expect(view.lines()).toMatchSnapshot('awaits approval')
    view.press(toSubmit)
    await expect.poll(() => view.queryByRole('button', { name: toSubmit })).toBeNull()
    view.press(another)
    await expect.poll(() => document.activeElement?.id).toBe('merchant_info.full_name')
    expect(view.queryByRole('button', { name: another })).toBeNull()
    await view.settle()
    expect(view.lines()).toMatchSnapshot('new customer')
    view.press(locale === 'nl' ? 'Abonnement' : 'Subscription')
    await view.settle()
    const isChosen = (line: string) => line.includes('[checked]')
    expect(view.lines().filter(isChosen)).toMatchSnapshot('chosen')
    view.press(submit)
    await expect.poll(() => document.activeElement?.className).toBe('error-summary')
  },
)

test('stops naming a created customer once another one is submitted', async () => {
  const first = await renderFilledIn()
  first.press('Versturen')
  await waitForVisit(first)
  first.show(null)
  const { environment } = first
  environment.replaceAddress(new URL('/boarding?step=serial_info', environment.location()))
  const view = await renderBoarding('serial_info', 'nl', { environment })
  expect(view.queryByText(/^Deze klant is aangemeld/)).not.toBeNull()
  view.type('Bedrijfsnaam', 'Andere Zaak')
  view.press('Naar de laatste stap')
  await nextFrame()
  await sandbox.failNext('POST', '/api/registrations/registration', 422)
  view.press('Versturen')
  await expect.poll(() => view.shown.at(-1)).toBe('boarding:registrationFailed')
  await expect.poll(() => view.queryByText(/^Deze klant is aangemeld/)).toBeNull()
  await view.settle()
  expect(view.queryByText(/^Deze klant is aangemeld/)).toBeNull()
})

test('presents the step at which a submit failed', async ({ expect }) => {
  await sandbox.failNext('POST', '/api/registrations/registration', 500)
  const view = await renderFilledIn()
  view.press('Versturen')
  await expect.poll(() => view.shown.length).toBe(1)
  await view.settle()
  expect(view.lines().slice(-8)).toMatchSnapshot()
})
