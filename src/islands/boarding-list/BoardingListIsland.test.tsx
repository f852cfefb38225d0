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
import { polarisUser, reseller } from '../../../test/open-boarding.ts'
import { sandbox, test } from '../../../test/test.ts'
import { createWorkbook } from '../../../test/workbook.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import { setCurrentPortal } from '../../stores/shell/portal.ts'
import { BoardingListIsland } from './BoardingListIsland.tsx'

const customers = [
  formatCustomerLine(1),
  formatCustomerLine(2, { email: 'nobody' }).replace(/Winkel$/, 'Goud'),
  formatCustomerLine(3, { name: 'zaak1', email: '' }),
  formatCustomerLine(4, { email: 'merchant@koppelpunt.test' }),
]

async function renderList(locale: Locale = 'nl', pasted?: string, person = reseller) {
  const environment = createTestEnvironment('http://localhost:4321/boarding/list?reseller=7')
  const portal = createSandboxPortal({ environment, person, header: '' })
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

type View = Awaited<ReturnType<typeof renderList>>

const linesAboveTable = (view: View) =>
  view
    .lines()
    .filter((_, index, lines) => lines.findIndex((line) => line.startsWith('table')) > index)

function dragFiles(type: string, files: readonly File[], relatedTarget: Element | null = null) {
  const dataTransfer = { types: ['Files'], files, dropEffect: 'copy' }
  const event = new Event(type, { bubbles: true, cancelable: true })
  runTaskAndRender(() =>
    document.body.dispatchEvent(Object.assign(event, { dataTransfer, relatedTarget })),
  )
  return event.defaultPrevented ? dataTransfer.dropEffect : 'left to the browser'
}

test.for(['nl', 'en'] as const)(
  'presents the file input and a list with errors (%s)',
  async (locale, { expect }) => {
    expect((await renderList(locale)).lines()).toMatchSnapshot('empty')
    const view = await renderList(locale, formatCustomerList(...customers))
    expect(view.lines()).toMatchSnapshot('wrong rows')
    const aside = [...view.container.querySelectorAll('th.aside')].map((each) => each.textContent)
    expect(aside).toMatchSnapshot('columns beside the table')
    view.press(/^(?:Alle|All) 4$/)
    expect(view.lines()).toMatchSnapshot('all rows')
  },
)

test('a corrected row is ready, a skipped row is left out, and sent rows are read-only', async ({
  expect,
}) => {
  const view = await renderList('nl', formatCustomerList(...customers))
  view.type('Email, klant 2', ' bob@zaak.test ')
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
  const [skipped, ...others] = view.container.querySelectorAll('tr[data-left-out=true]')
  expect([skipped?.textContent, ...others]).toEqual([expect.stringContaining('zaak1')])
})

test('after a response 429, says when the run continues and locks the waiting rows', async ({
  expect,
}) => {
  const fault = { kind: 'status', status: 429, headers: { 'retry-after': '60' } } as const
  const method = 'POST'
  const path = '/api/registrations/registration/merchant/SNELSTART'
  await sandbox.injectFault({ method, path, fault })
  const list = formatCustomerList(formatCustomerLine(1), formatCustomerLine(2))
  const view = await renderList('nl', list)
  view.portal.environment.wait = () => new Promise(() => undefined)
  view.press('2 klanten aanmelden')
  await view.findByText(/^Koppelpunt moet wachten/)
  expect(view.lines()).toMatchSnapshot()
  expect(view.getByRole('progressbar')).toHaveProperty('value', 0)
  view.press('Pauzeren')
  view.portal.environment.now = () => Date.now() - 24 * 3600 * 1000
  view.press('Verder')
  await view.findByText(/^Koppelpunt moet wachten tot \d+ \p{L}+ \d{4}/u)
})

test.for([
  ['existing customers', '/api/serials/serial/list'],
  ['subscriptions', '/api/registrations/subscription/list'],
] as const)(
  'says that %s could not be loaded, and loads them again',
  async ([, path], { expect }) => {
    await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'status', status: 403 } })
    const view = await renderList('nl', formatCustomerList(formatCustomerLine(1)))
    expect(linesAboveTable(view)).toMatchSnapshot('failed')
    await sandbox.clearFaults()
    view.press('Opnieuw proberen')
    expect(linesAboveTable(view).slice(0, 7)).toMatchSnapshot('retried')
    await view.settle()
    expect(view.queryByRole('alert')).toBeNull()
  },
)

test('offers no submit before the existing customers are looked up', async ({ expect }) => {
  await sandbox.delay('GET', '/api/serials/serial/list', 500)
  const view = await renderList()
  view.type('Of plak de cellen', formatCustomerList(formatCustomerLine(1)))
  view.press('Geplakte cellen inladen')
  await view.findByText(/^Koppelpunt controleert/)
  expect(view.queryByRole('button', { name: '1 klant aanmelden' })).toBeNull()
  await view.findByRole('button', { name: '1 klant aanmelden' })
})

test('shows polaris users no account in the list and the column choice', async ({ expect }) => {
  const pasted = formatCustomerList(formatCustomerLine(1).replace('Winkelier', ''))
  const view = await renderList('nl', pasted, polarisUser)
  const columns = () => view.getAllByRole('columnheader').map((each) => each.textContent)
  expect(columns()).toMatchSnapshot('columns')
  view.press('Kolommen kiezen')
  expect(view.lines().filter((line) => line.includes('combobox'))).toMatchSnapshot('choice')
})

test('the result file states the matches of rows and what to do next', async ({ expect }) => {
  const alike = formatCustomerLine(1, { name: 'Zaak een', email: 'nobody' })
  const existing = formatCustomerLine(2, { name: 'Oefenmarkt West' }).replace('00000002;NL', ';DE')
  const view = await renderList('nl', formatCustomerList(formatCustomerLine(1), alike, existing))
  view.press(/^\d klant(?:en)? aanmelden/)
  await view.findByRole('link', { name: /^In een e-mail zetten/ })
  await view.settle()
  view.getByText('Herstel 1 klant of sla die over.')
  expect(view.queryByText('De lijst is klaar.')).toBeNull()
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

test('after a reload, advice to load the list again replaces the button for columns', async ({
  expect,
}) => {
  const first = await renderList(
    'nl',
    formatCustomerList(formatCustomerLine(1).replace(/Winkel$/, '')),
  )
  first.getByText('Abonnement is verplicht')
  expect(first.queryByText(/^De andere kunt u al aanmelden\./)).toBeNull()
  expect(first.queryByText(/^Zijn de kolommen onjuist/)).toBeNull()
  first.getByRole('button', { name: 'Kolommen kiezen' })
  setCurrentPortal(first.portal)
  const reloaded = render(<BoardingListIsland />)
  await reloaded.settle()
  expect(reloaded.queryByRole('button', { name: 'Kolommen kiezen' })).toBeNull()
  reloaded.getByText(/^Zijn de kolommen onjuist, laad de lijst dan opnieuw in\./)
})

test('the row header shows the company name while the user types the name, and opens the row', async ({
  expect,
}) => {
  const view = await renderList('nl', formatCustomerList(formatCustomerLine(1)))
  const field = view.getByLabelText('Bedrijfsnaam, klant 1', { selector: 'input' })
  runTaskAndRender(() => fireEvent.change(field, { target: { value: 'Bakkerij' } }))
  expect(view.container.querySelector('.list-open')?.textContent).toBe('Bakkerij')
  view.press('Bakkerij')
  view.getByRole('button', { name: 'Bakkerij', expanded: true })
  view.press('Bakkerij')
  view.getByRole('button', { name: 'Bakkerij', expanded: false })
  runTaskAndRender(() => fireEvent.change(field, { target: { value: '' } }))
  view.getByRole('button', { name: '1', expanded: false })
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

test.for([
  ['several sheets', createWorkbook({ Noord: [['Naam'], ['Bob']], Zuid: [['Email'], ['x@y.nl']] })],
  ['an unclear encoding', new TextEncoder().encode('Naam\nCafÃ©')],
  ['no text', new Uint8Array(600)],
  ['too many bytes', new Uint8Array(2_000_001)],
] as const)('asks about or refuses a file with %s', async ([, bytes], { expect }) => {
  const view = await renderList()
  const input = view.getByLabelText('Kies een Excel- of CSV-bestand, of sleep het hierheen')
  // A browser reports the same file again only if the input is empty.
  Object.defineProperty(input, 'value', { value: 'a', writable: true })
  runTaskAndRender(() => fireEvent.change(input, { target: { files: [new File([bytes], 'a')] } }))
  expect(input).toHaveProperty('value', '')
  await view.findByRole('alert')
  await view.settle()
  expect(view.lines().slice(0, 9)).toMatchSnapshot()
  const select = view.queryByRole('combobox')
  if (!select) return
  const last = [...select.querySelectorAll('option')].at(-1)?.value
  runTaskAndRender(() => fireEvent.change(select, { target: { value: last } }))
  view.press('Lijst inladen')
  await view.findByRole('heading', { name: 'Kolommen kiezen' })
  expect(document.activeElement?.id).toBe('columns')
  expect(view.getAllByRole('option').at(-1)?.textContent).toMatchSnapshot('column of the choice')
})

test('requires a column choice, joins two name columns and lets the user choose again', async ({
  expect,
}) => {
  const pasted = 'Van;Aan;Mail;Zaak\nBob;Smit;bob@zaak.test;Bobs Brood'
  const cancelled = await renderList('nl', pasted)
  cancelled.press('Annuleren')
  cancelled.getByLabelText('Of plak de cellen')
  cancelled.show(null)
  const view = await renderList('nl', pasted)
  view.press('Lijst inladen')
  expect(document.activeElement).toBe(view.getByLabelText('Naam'))
  view.type('Naam', '0')
  view.type('Naam (2) (niet verplicht)', '1')
  view.type('Bedrijfsnaam', '3')
  view.type('Locatie Naam', '3')
  expect(view.lines()).toMatchSnapshot('assigned columns')
  view.press('Lijst inladen')
  await view.settle()
  expect(document.activeElement?.id).toBe('read')
  view.getByDisplayValue('Bob Smit')
  view.press('Kolommen kiezen')
  expect(document.activeElement?.id).toBe('columns')
  view.type('Naam (2) (niet verplicht)', '')
  expect(view.queryByLabelText('Naam (3) (niet verplicht)')).toBeNull()
  view.press('Annuleren')
  view.getByDisplayValue('Bob Smit')
  expect(document.activeElement?.id).toBe('read')
})

test('opens the first of several dropped files, and no file during a run', async ({ expect }) => {
  const view = await renderList()
  const area = view.container.querySelector('.list')
  const files = ['een.csv', 'twee.csv'].map(
    (name) => new File([formatCustomerList(formatCustomerLine(1))], name),
  )
  dragFiles('dragover', files)
  expect(area?.getAttribute('data-over')).toBe('true')
  dragFiles('dragleave', files, document.body)
  expect(area?.getAttribute('data-over')).toBe('true')
  dragFiles('dragleave', files)
  expect(area?.getAttribute('data-over')).toBe('false')
  dragFiles('drop', files)
  await view.findByText('Alleen een.csv is ingeladen. Laad één bestand tegelijk in.')
  await view.settle()
  expect(linesAboveTable(view)).toMatchSnapshot()
  await sandbox.answer('GET', '/identity/admin/realms/koppelpunt/users', [])
  view.press('1 klant aanmelden')
  await view.findByRole('group', { name: /^Klant/ })
  expect(view.queryByText(/^Gelezen als/)).toBeNull()
  expect(dragFiles('dragover', files)).toBe('none')
  expect(dragFiles('drop', files)).toBe('none')
  expect(area?.getAttribute('data-over')).toBe('false')
})

test('marks no row as wrong or unsent if the subscriptions cannot be read', async ({ expect }) => {
  const fault = { kind: 'status', status: 403 } as const
  const path = '/api/registrations/subscription/list'
  await sandbox.injectFault({ method: 'GET', path, fault })
  const view = await renderList('nl', formatCustomerList(formatCustomerLine(1)))
  expect(view.container.textContent).toContain('De abonnementen konden niet worden geladen')
  expect(view.lines().join('\n')).not.toMatch(/Te herstellen 1|Herstel |nog niemand aangemeld/)
})

test.for(['nl', 'en'] as const)(
  'shows rows with doubts, unused columns and customers without a plan (%s)',
  async (locale, { expect }) => {
    const lines = [
      ...Array.from({ length: 26 }, (_, id) =>
        formatCustomerLine(id + 10).replace(/0(?=\d{8};)/, ''),
      ),
      formatCustomerLine(1).replace(/Winkel$/, ''),
      formatCustomerLine(1, { name: 'Zaak een' }).replace(/Winkel$/, ''),
      formatCustomerLine(99),
    ].map((line) => `${line};rood`)
    const [all, plan, previous, next, tick] =
      locale === 'nl'
        ? [/^Alle 29/, 'Abonnement voor alle 2', 'Vorige klanten', 'Volgende klanten', /^Klant 26 /]
        : [
            /^All 29/,
            'Subscription for all 2',
            'Previous customers',
            'Next customers',
            /customer 26/,
          ]
    const view = await renderList(locale, formatCustomerList(...lines).replace('\n', ';Kleur\n'))
    expect(linesAboveTable(view)).toMatchSnapshot('two without a plan')
    view.type(plan, '12')
    view.press(/^\d (?:twijfel|doubt)/)
    expect(document.activeElement?.id).toBe('customers-table')
    expect(view.lines().join('\n')).toMatchSnapshot('doubts')
    view.press(all)
    expect(view.queryByRole('button', { name: previous })).toBeNull()
    view.press(next)
    expect(document.activeElement?.id).toBe('customers-table')
    view.press(tick, 'checkbox')
    expect(view.getByRole('checkbox', { name: tick })).toHaveProperty('checked', false)
    expect(linesAboveTable(view)).toMatchSnapshot('second page')
    view.press(previous)
    expect(view.queryByRole('button', { name: previous })).toBeNull()
  },
)

test('pauses a run when the user asks, and for a reason that affects all customers', async ({
  expect,
}) => {
  await sandbox.answer('GET', '/identity/admin/realms/koppelpunt/users', [])
  const view = await renderList(
    'nl',
    formatCustomerList(formatCustomerLine(1), formatCustomerLine(2)),
  )
  view.press('2 klanten aanmelden')
  await view.findByRole('button', { name: 'Alle 2 annuleren' })
  view.press('Pauzeren')
  expect(document.activeElement?.id).toBe('read')
  expect(linesAboveTable(view)).toMatchSnapshot('paused by the user')
  await sandbox.clearFaults()
  await sandbox.failNext('POST', '/api/locations/location', 500)
  view.press(/^Bevestigen : Klant 1/)
  view.press('Verder')
  view.press(/^Annuleren : Klant 2/)
  await view.findByText('Bij 1 klant is het aanmelden niet gelukt.')
  await view.settle()
  expect(view.lines()).toMatchSnapshot('failed')
  expect(view.container.querySelector('th.aside')).toBeNull()
  await sandbox.failNext('POST', '/api/locations/location', 403)
  view.press('Verder')
  await view.findByRole('alert')
  await view.settle()
  expect(linesAboveTable(view)).toMatchSnapshot('paused without rights')
})

test('reads the couplings of a finished list again after a reload', async ({ expect }) => {
  const view = await renderList('nl', formatCustomerList(formatCustomerLine(1)))
  view.press('1 klant aanmelden')
  await view.findByText('De lijst is klaar.')
  await view.settle()
  const [key] = (await sandbox.rows('keys')).slice(-1)
  await sandbox.connectKey({ id: String(key?.id) })
  view.show(null)
  setCurrentPortal(view.portal)
  const reloaded = render(<BoardingListIsland />)
  await reloaded.settle()
  reloaded.getByText('Wacht op goedkeuring')
  reloaded.press('Koppeling controleren')
  await reloaded.findByText('Klaar')
  await reloaded.findByText(/^Gekozen links: 1\./)
  expect(reloaded.queryByRole('button', { name: 'Koppeling controleren' })).toBeNull()
})

test('copies the chosen links of a list', async ({ expect }) => {
  const view = await renderList(
    'nl',
    formatCustomerList(formatCustomerLine(1), formatCustomerLine(2)),
  )
  view.press('2 klanten aanmelden')
  await view.findByText('De lijst is klaar.')
  await view.settle()
  view.press('Links kopiëren')
  await view.findByText('✓ Gekopieerd.')
  view.press('Link van Zaak 2 kiezen', 'checkbox')
  await view.findByText(/^Gekozen links: 1\./)
  expect(linesAboveTable(view).map((line) => line.replace(/mailto:[^\]]+/, '…'))).toMatchSnapshot()
  view.press('Link kopiëren')
  await expect.poll(() => view.portal.environment.copied.length).toBe(2)
  const [table = '', link = ''] = view.portal.environment.copied
  const [headings, ...rows] = table.split('\n').map((line) => line.trim().split('\t'))
  expect(headings).toEqual(['Klant', 'Winkel', 'E-mail', 'Link om goed te keuren', 'Gemaakt op'])
  expect(rows[0]).toEqual(['Zaak 1', 'Hoofdwinkel', 'zaak1@zaak.test', link, '15-1-2027'])
  view.press('Alle links kiezen', 'checkbox')
  await view.findByText(/^Gekozen links: 2\./)
  view.press('Alle links kiezen', 'checkbox')
  await expect.poll(() => view.queryByText(/^Gekozen links/)).toBeNull()
  view.press(/^Te herstellen/)
  view.getByRole('heading', { name: 'Hier staan geen klanten.' })
  setCurrentPortal(view.portal)
  const reloaded = render(<BoardingListIsland />)
  await reloaded.settle()
  reloaded.getByRole('link', { name: 'Resultaat downloaden' })
  reloaded.show(null)
  view.press('Andere lijst')
  await view.findByLabelText('Of plak de cellen')
  expect(document.activeElement?.id).toBe('take-in')
})
