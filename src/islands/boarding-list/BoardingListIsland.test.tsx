import { resolveObjectURL } from 'node:buffer'
import { fireEvent } from '@testing-library/dom'
import {
  describeElement,
  maskPortsAndTimes,
  runTaskAndRender,
  render,
} from '../../../test/component.ts'
import { formatCustomerLine, formatCustomerList } from '../../../test/open-list.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { answerDialogs, createSandboxPortal } from '../../../test/portal.ts'
import { reseller } from '../../../test/open-boarding.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { setCurrentPortal } from '../../stores/shell/portal.ts'
import { BoardingListIsland } from './BoardingListIsland.tsx'

const customers = [
  formatCustomerLine(1),
  formatCustomerLine(2, { email: 'nobody' }).replace(/Winkel$/, 'Goud'),
  formatCustomerLine(3, { name: 'zaak1', email: '' }),
  formatCustomerLine(4, { email: 'merchant@koppelpunt.test' }),
]

async function renderList(locale: Locale = 'nl', pasted?: string) {
  const environment = createTestEnvironment('http://localhost:4321/boarding/list')
  const portal = createSandboxPortal({ environment, person: reseller, header: '' })
  setCurrentPortal(portal)
  answerDialogs(portal)
  const view = render(<BoardingListIsland />, locale)
  if (pasted !== undefined) {
    const [field, button] =
      locale === 'nl'
        ? ['Of plak de cellen', 'Geplakte cellen inladen']
        : ['Or paste the cells', 'Load the pasted cells']
    view.type(field, pasted)
    view.press(button)
    await view.settle()
  }
  return { ...view, portal }
}

test.for(['nl', 'en'] as const)(
  'presents the file input and a list with errors (%s)',
  async (locale, { expect }) => {
    expect((await renderList(locale)).lines()).toMatchSnapshot('empty')
    const view = await renderList(locale, formatCustomerList(...customers))
    expect(view.lines()).toMatchSnapshot('wrong rows')
    view.press(/^(?:Alle|All) 4$/)
    expect(view.lines()).toMatchSnapshot('all rows')
  },
)

test('a corrected row is ready, a skipped row is left out, and sent rows are read-only', async ({
  expect,
}) => {
  const view = await renderList('nl', formatCustomerList(...customers))
  view.type('Email, klant 2', 'bob@zaak.test')
  view.type('Abonnement, klant 2', '12')
  view.press(/^Overslaan.*Klant 3/)
  expect(view.getByLabelText('Email, klant 2').getAttribute('aria-invalid')).toBe('false')
  view.press(/^\d klanten aanmelden/)
  await view.findByText('Bij Te herstellen wacht 1 klant op uw antwoord.')
  await view.settle()
  const [mail] = view.getAllByRole<HTMLAnchorElement>('link', { name: /In een e-mail zetten/ })
  expect(decodeURIComponent(mail?.href ?? '')).toContain('body=Beste Winkelier,')
  // The e-mails contain keys, which differ between runs.
  const lines = view.lines().map((line) => line.replace(/(?<=href=mailto:)[^\]]+/, '…'))
  expect(lines).toMatchSnapshot()
})

test('the result file states the matches of rows and what to do next', async ({ expect }) => {
  const alike = formatCustomerLine(1, { name: 'Zaak een', email: 'nobody' })
  const existing = formatCustomerLine(2, { name: 'Oefenmarkt West' }).replace('00000002;NL', ';DE')
  const view = await renderList('nl', formatCustomerList(formatCustomerLine(1), alike, existing))
  view.press(/^\d klant(?:en)? aanmelden/)
  await view.findByRole('link', { name: /^In een e-mail zetten/ })
  await view.settle()
  const link = view.getByRole<HTMLAnchorElement>('link', { name: 'Resultaat downloaden' })
  // The test DOM would open the file as a page.
  view.container.addEventListener('click', (event) => event.preventDefault())
  runTaskAndRender(() => fireEvent.click(link))
  const result = (await resolveObjectURL(link.href)?.text()) ?? ''
  expect(maskPortsAndTimes(result).replaceAll(/[\da-f-]{36}/g, '…')).toMatchSnapshot()
})

test('says where to find the customers of a list that another browser has boarded', async () => {
  const pasted = formatCustomerList(formatCustomerLine(1), formatCustomerLine(5))
  const first = await renderList('nl', pasted)
  first.getByText(/^Er is nog niemand aangemeld\./)
  first.press(/^\d klanten aanmelden/)
  await first.findByText('De lijst is klaar.')
  const other = await renderList('nl', pasted)
  other.getByText(/^Klanten die al bestaan, vindt u op de startpagina\./)
})

test('replaces the button that assigns columns after a reload by advice to load the list again', async ({
  expect,
}) => {
  const first = await renderList(
    'nl',
    formatCustomerList(formatCustomerLine(1).replace(/Winkel$/, '')),
  )
  first.getByText('Abonnement is verplicht')
  expect(first.queryByText(/^Zijn de kolommen onjuist/)).toBeNull()
  first.getByRole('button', { name: 'Kolommen kiezen' })
  setCurrentPortal(first.portal)
  const reloaded = render(<BoardingListIsland />)
  await reloaded.settle()
  expect(reloaded.queryByRole('button', { name: 'Kolommen kiezen' })).toBeNull()
  reloaded.getByText(/^Zijn de kolommen onjuist, laad de lijst dan opnieuw in\./)
})

test('shows a company name in the row header while the user types it', async ({ expect }) => {
  const view = await renderList('nl', formatCustomerList(formatCustomerLine(1)))
  const field = view.getByLabelText('Bedrijfsnaam, klant 1', { selector: 'input' })
  runTaskAndRender(() => fireEvent.change(field, { target: { value: 'Bakkerij' } }))
  expect(view.container.querySelector('.list-open')?.textContent).toBe('Bakkerij')
})

test.for([
  [3, '1, 2, 3'],
  [21, Array.from({ length: 20 }, (_, index) => index + 1).join(', ')],
] as const)('names at most 20 of %i rows with too many cells', async ([count, numbers]) => {
  const lines = Array.from({ length: count }, (_, index) => `${formatCustomerLine(index)};te veel`)
  const view = await renderList('nl', formatCustomerList(...lines))
  view.getByText(`Klanten met meer cellen dan de kopregel: ${numbers}. Controleer de kolommen.`)
})

test('offers one answer for several customers with the same question', async ({ expect }) => {
  await sandbox.answer('GET', '/identity/admin/realms/koppelpunt/users', [])
  const view = await renderList(
    'nl',
    formatCustomerList(formatCustomerLine(1), formatCustomerLine(2)),
  )
  const buttons = () =>
    view
      .getAllByRole('group', { name: /^Klant/ })
      .flatMap((question) => describeElement(question).slice(4))
  view.press(/^\d klanten aanmelden/)
  await view.findByRole('button', { name: 'Alle 2 annuleren' })
  expect(buttons()).toMatchSnapshot('two questions')
  view.press(/^Annuleren : Klant 1/)
  await view.findByRole('button', { name: 'Overgeslagen 1' })
  expect(buttons()).toMatchSnapshot('one question')
})

test.for([
  ['a list without customers', formatCustomerList()],
  ['columns that no heading names', 'Wie;Mail\nBob;bob@zaak.test'],
] as const)('refuses or asks about %s', async ([, pasted], { expect }) => {
  const view = await renderList()
  view.type('Of plak de cellen', pasted)
  view.press('Geplakte cellen inladen')
  await view.settle()
  expect(view.lines()).toMatchSnapshot()
})
