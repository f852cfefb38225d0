import { fireEvent } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runTaskAndRender, render } from '../../../test/component.ts'
import { sampleConfiguration } from '../../../test/configuration.ts'
import { createTestEnvironment } from '../../../test/environment.ts'
import { createTestPortal } from '../../../test/portal.ts'
import { SessionEndedError } from '../../lib/api/errors.ts'
import { logFailure } from '../../lib/failure.ts'
import { createListStore } from '../../stores/form/list.ts'
import { setCurrentPortal } from '../../stores/shell/portal.ts'
import { Notice } from './Notice.tsx'
import { ProgressList } from './ProgressList.tsx'
import { FailureReference, FailureSubject, Loading, LoadedList, Retry } from './Reason.tsx'
import { RestoredNotice, ResellerNotice, UnusableAddress } from './ScreenNotices.tsx'

const environment = createTestEnvironment()
setCurrentPortal(createTestPortal({ configuration: sampleConfiguration, environment }))

test('announces a failure with its remedy, a retry button and folded details', () => {
  const detail = logFailure(environment, 'test', new Error('broken'))
  const onRetry = vi.fn()
  const view = render(<Retry what="customers:lookFailed" {...{ detail, onRetry }} />)
  const lines = view.lines()
  expect(lines.slice(0, 7)).toEqual([
    'alert [aria-atomic=false] [data-kind=failure]',
    '  Koppelpunt kon niet nagaan welke klanten al bestaan.',
    '  Er is iets misgegaan.',
    '  Probeer het opnieuw of vraag {provider} om hulp.',
    '  button "Opnieuw proberen" [data-kind=secondary]',
    '  group',
    '    button "Details"',
  ])
  expect(lines.slice(8, 10)).toEqual([
    '    button "Kopieer voor de helpdesk" [data-kind=quiet]',
    '    status',
  ])
  expect(lines[10]).toMatch(/^ {4}\[translate=no\] Koppelpunt, referentie /)
  runTaskAndRender(() => fireEvent.click(view.getByRole('button', { name: 'Opnieuw proberen' })))
  expect(onRetry).toHaveBeenCalledOnce()
})

test('after the session has ended, shows only the message about the session', () => {
  const detail = logFailure(environment, 'test', new SessionEndedError())
  const view = render(<Retry what="connect:locationsFailed" detail={detail} onRetry={vi.fn()} />)
  expect(view.lines()).toMatchSnapshot()
})

test('loads a list on first render and shows its failure with a retry', async () => {
  const fetchItems = vi
    .fn(() => Promise.resolve(['een']))
    .mockRejectedValueOnce(new Error('broken'))
  const list = createListStore(environment, 'list', fetchItems)
  const view = render(
    <LoadedList list={list} failed="wizard:productsFailed">
      {(items, isLoading) => (isLoading ? <Loading text="form:loading" /> : items.join(''))}
    </LoadedList>,
  )
  expect(view.lines()).toEqual(['status Aan het laden...'])
  const retry = await view.findByRole('button', { name: 'Opnieuw proberen' })
  runTaskAndRender(() => fireEvent.click(retry))
  await expect.poll(() => view.container.textContent).toBe('een')
})

test('announces the lines of a progress list from the first render', () => {
  const { show, lines } = render(<ProgressList label="Voortgang" lines={[]} />)
  expect(lines()).toEqual(['region "Voortgang" [aria-live=polite]'])
  const states = ['done', 'busy', 'failed'] as const
  const action = <button>Opnieuw</button>
  show(
    <ProgressList
      label="Voortgang"
      lines={states.map((state) => ({ key: state, name: 'Sleutel', state, text: state, action }))}
    />,
  )
  expect(lines()).toMatchSnapshot()
})

test('presents the notices of a screen, and discards the draft when the user starts again', () => {
  const onDiscard = vi.fn(() => true)
  const view = render(
    <>
      <Notice kind="success" text="failure:copied" />
      <ResellerNotice reseller={{ isIgnored: false }} />
      <ResellerNotice reseller={{ isIgnored: true }} />
      <RestoredNotice onDiscard={onDiscard} />
      <UnusableAddress flow="connect" messages={[{ key: 'failure:noUse' }]} />
      <UnusableAddress flow="boarding" messages={[]} />
    </>,
  )
  expect(view.lines()).toMatchSnapshot()
  runTaskAndRender(() => fireEvent.click(view.getByRole('button', { name: 'Opnieuw beginnen' })))
  expect(onDiscard).toHaveBeenCalledOnce()
})

test('copies details for the helpdesk without personal data, or selects them if the browser refuses', async () => {
  window.history.replaceState(null, '', '/check?administration=1006&location=a@b&email=x@y&step=a')
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  const browser = createTestEnvironment()
  setCurrentPortal(createTestPortal({ configuration: sampleConfiguration, environment: browser }))
  const detail = logFailure(browser, 'test', new Error('broken'))
  const view = render(
    <FailureSubject value="Kiosk">
      <Retry what="customers:lookFailed" detail={detail} onRetry={vi.fn()} />
    </FailureSubject>,
  )
  view.press('Kopieer voor de helpdesk')
  await view.findByText('✓ Gekopieerd.')
  expect(browser.copied[0]).toMatchSnapshot()
  browser.copy = () => Promise.reject(new Error('refused'))
  view.press('Kopieer voor de helpdesk')
  await view.findByText(/^Het kopiëren is niet gelukt\./)
  expect(String(getSelection())).toBe(browser.copied[0])
  const trace = { ...detail.trace, isOnline: false, explained: 'Het nummer is bezet.' }
  const key = 'failure:messages'
  const refused = { ...detail, key, parameters: { messages: 'Jan' }, trace } as const
  view.show(<FailureReference what={{ key: 'boarding:title' }} message={refused} />)
  expect(view.container.querySelector('pre')?.textContent).toMatchSnapshot('offline')
})
