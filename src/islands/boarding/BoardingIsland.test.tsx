import { expect } from 'vitest'
import { render } from '../../../test/component.ts'
import { openBoarding, polarisUser } from '../../../test/open-boarding.ts'
import { test } from '../../../test/test.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { setCurrentPortal } from '../../stores/shell/portal.ts'
import { BoardingIsland } from './BoardingIsland.tsx'

async function renderBoarding(step: string, locale: Locale = 'nl', person?: typeof polarisUser) {
  const page = await openBoarding({ query: `?step=${step}`, ...(person && { person }) })
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
  const view = await renderBoarding('subscription', 'nl', polarisUser)
  const lines = view.lines().map((line) => line.trim())
  expect(lines).toContain('Stap 2 van 2')
  expect(lines.filter((line) => line.startsWith('term'))).toEqual([
    'term Administratie',
    'term Locatie',
  ])
  expect(lines.join()).not.toContain('Dit moet in SnelStart kloppen')
})

test('a failed submit opens the first wrong step with its errors', async ({ expect }) => {
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
