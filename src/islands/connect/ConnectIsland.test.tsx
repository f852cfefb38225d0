import { fireEvent } from '@testing-library/dom'
import { expect } from 'vitest'
import { runTaskAndRender, render } from '../../../test/component.ts'
import { createTestEnvironment, type TestEnvironment } from '../../../test/environment.ts'
import { createSandboxPortal } from '../../../test/portal.ts'
import { addCoupledLocations } from '../../../test/shops.ts'
import { sandbox, test } from '../../../test/test.ts'
import type { Locale } from '../../lib/i18n/messages.ts'
import type { FlagName } from '../../stores/shell/flags.ts'
import { getSignedInPortal, setCurrentPortal } from '../../stores/shell/portal.ts'
import { ConnectIsland } from './ConnectIsland.tsx'

interface Options {
  query?: string
  locale?: Locale
  flags?: readonly FlagName[]
  environment?: TestEnvironment
}

function renderConnect({ query = '', locale = 'nl', flags = [], ...options }: Options = {}) {
  const address = `http://localhost:4321/connect${query}`
  const { environment = createTestEnvironment(address) } = options
  const account = 'reseller@koppelpunt.test'
  setCurrentPortal(createSandboxPortal({ environment, flags, account }))
  const view = render(<ConnectIsland />, locale)
  const choose = async (label: string, option: RegExp) => {
    await view.settle()
    const input = view.getByLabelText(label, { selector: 'input' })
    runTaskAndRender(() => input.focus())
    runTaskAndRender(() => fireEvent.click(input))
    const lines = view.lines()
    view.press(option, 'option')
    await view.settle()
    return lines
  }
  return { ...view, choose, environment }
}

test('presents the loading form, and the errors after the user submits the empty form', async ({
  expect,
}) => {
  const view = renderConnect({ query: '?reseller=<img>' })
  expect(view.lines()).toMatchSnapshot('loading')
  await view.settle()
  view.press('Versturen')
  expect(view.lines()).toMatchSnapshot('after a submit')
  expect(document.title).toBe('Fout: Koppelpunt')
  view.press('Administratie is verplicht', 'link')
  expect(document.activeElement?.id).toBe('administration')
  view.press('Versturen')
  expect(document.activeElement?.className).toBe('error-summary')
  await view.choose('Administratie', /Oefenmarkt West/)
  await view.choose('Locatie', /Groentekraam/)
  expect(document.title).toBe('Koppelpunt')
})

test('returns the focus to the submitting field after an unsuccessful submit', async ({
  expect,
}) => {
  const view = renderConnect()
  await view.choose('Administratie', /Oefenmarkt West/)
  await view.choose('Locatie', /Groentekraam/)
  await sandbox.failNext('POST', '/api/snelstart/keys/unconnected', 400)
  const field = view.getByLabelText('Locatie', { selector: 'input' })
  field.focus()
  // Browsers remove the focus from a disabled field.
  document.addEventListener('submit', () => field.blur(), { once: true })
  runTaskAndRender(() => fireEvent.submit(field))
  const { $dialog } = getSignedInPortal().dialogs
  await expect.poll(() => $dialog.get()).not.toBeNull()
  $dialog.get()?.answer(true)
  await expect.poll(() => document.activeElement).toBe(field)
})

test('presents a coupled location and marks it in the list', async ({ expect }) => {
  await sandbox.connectKey({ administration_id: 1004, location_id: 2004 })
  const view = renderConnect({ locale: 'en' })
  await view.choose('Administration', /Oefenmarkt West/)
  await view.choose('Location', /Groentekraam/)
  await view.findByRole('heading', { name: 'This location is already connected' })
  expect(await view.choose('Location', /Groentekraam/)).toMatchSnapshot()
})

test('says that an administration has no location', async ({ expect }) => {
  const view = renderConnect()
  await view.choose('Administratie', /Oefencafé Oost/)
  expect(view.lines()).toMatchSnapshot()
})

test('lets a user with a single administration name another approver', async () => {
  const market = { id: 1004, name: 'Oefenmarkt West', country_code: 'DE' }
  await sandbox.answer('GET', '/api/serials/serial/list', [market])
  await renderConnect().findByRole('radio', { name: 'Iemand anders' })
})

test('shows the form data only during a dry run', async () => {
  const usual = renderConnect({ query: '?reseller=7' })
  expect(usual.queryByRole('region', { name: 'Form data' })).toBeNull()
  const back = usual.getByRole('link', { name: 'Terug' })
  expect(back.getAttribute('href')).toBe('/?reseller=7')
  const dryRun = renderConnect({ query: '?reseller=7', flags: ['dry_run'] })
  const panel = dryRun.getByRole('region', { name: 'Form data' })
  expect(panel.querySelector('[lang=en]')?.textContent).toBe('Form data')
  const shown = (): unknown => JSON.parse(panel.querySelector('pre')?.textContent ?? '')
  expect(shown()).toEqual({ administration_id: null, location_id: null, reseller: '7' })
  await dryRun.choose('Administratie', /Oefenmarkt West/)
  await dryRun.choose('Locatie', /Groentekraam/)
  expect(shown()).toEqual({ administration_id: 1004, location_id: 2004, reseller: '7' })
})

test.for([
  ['administrations', '/api/serials/serial/list'],
  ['locations', '/api/locations/location/list/all'],
] as const)('says that %s are left out or could not be loaded', async ([, path], { expect }) => {
  const market = { id: 1004, name: 'Oefenmarkt West', country_code: 'DE' }
  await sandbox.answer('GET', path, [market, { id: 8 }])
  const view = renderConnect()
  const selectorLines = ({ lines }: typeof view) =>
    lines().slice(
      0,
      lines().findIndex((line) => line.includes('radiogroup')),
    )
  await view.choose('Administratie', /Oefenmarkt West/)
  expect(selectorLines(view)).toMatchSnapshot('left out')
  view.show(null)
  await sandbox.clearFaults()
  await sandbox.injectFault({ method: 'GET', path, fault: { kind: 'status', status: 403 } })
  const again = renderConnect()
  await again.settle()
  if (path.includes('locations')) await again.choose('Administratie', /Oefenmarkt West/)
  expect(selectorLines(again)).toMatchSnapshot('failed')
})

test('checks all locations of an administration with several coupled locations', async ({
  expect,
}) => {
  await addCoupledLocations(sandbox, 1004, ['Filiaal'])
  await sandbox.connectKey({ administration_id: 1004, location_id: 2004 })
  const view = renderConnect()
  await view.choose('Administratie', /Oefenmarkt West/)
  await view.choose('Locatie', /Filiaal/)
  const link = await view.findByRole('link', { name: 'Alle locaties controleren' })
  expect(link.getAttribute('href')).toMatch(/\/check\?administration=1004$/)
})

test.for(['nl', 'en'] as const)(
  'sends a submit once, and presents the restored location that awaits approval (%s)',
  async (locale, { expect }) => {
    await sandbox.delay('POST', '/api/accounting/keys', 50)
    const { environment, ...view } = renderConnect({ locale })
    await view.choose(locale === 'nl' ? 'Administratie' : 'Administration', /Oefenmarkt West/)
    await view.choose(locale === 'nl' ? 'Locatie' : 'Location', /Groentekraam/)
    view.press(/^Versturen|^Submit/)
    expect(view.lines()).toMatchSnapshot('busy')
    view.press('loading...')
    await expect.poll(() => environment.visited.length).toBe(1)
    const sent = (await sandbox.requests()).filter(({ method }) => method === 'POST')
    expect(sent).toHaveLength(1)
    view.show(null)
    const again = renderConnect({ locale, environment })
    await again.settle()
    expect(again.lines()).toMatchSnapshot('awaits approval')
    again.press(locale === 'nl' ? 'Mijn klant keurt goed' : 'My customer approves', 'radio')
    again.press(locale === 'nl' ? 'Opnieuw beginnen' : 'Start again')
    expect(again.lines()).toMatchSnapshot('started again')
  },
)
