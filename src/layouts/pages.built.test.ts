import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { builtPages, describeElement, openBuiltPage } from '../../test/component.ts'
import { parseTestConfiguration, sampleConfiguration } from '../../test/configuration.ts'
import { createTestEnvironment } from '../../test/environment.ts'
import { createTestPortal } from '../../test/portal.ts'
import { logFailure } from '../lib/failure.ts'
import type { Locale } from '../lib/i18n/messages.ts'
import type { DialogContent } from '../stores/shell/dialogs.ts'
import { showDialogs, showFailure, showOfflineNotice, showSupport } from './show.ts'

const pages = readdirSync(builtPages, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.html'),
)

test.each(pages)(
  '%s states its language, links to the page in the other language and starts with a skip link',
  (page) => {
    openBuiltPage(page)
    const isEnglish = /^en[./]/.test(page)
    expect(document.documentElement.lang).toBe(isEnglish ? 'en' : 'nl')
    const lines = describeElement(document.body).map((line) => line.trim())
    const headings = [...document.querySelectorAll('#content :is(h1, .lead)')]
    expect(headings.map(({ textContent }) => textContent)).toMatchSnapshot()
    if (page === 'callback.html') return
    expect(lines).toContainEqual(
      isEnglish
        ? expect.stringMatching(/^link "Nederlands" \[href=.*\] \[lang=nl\]$/)
        : expect.stringMatching(/^link "English" \[href=\/en.*\] \[lang=en\]$/),
    )
    expect(document.querySelectorAll('#dialogs dialog')).toHaveLength(1)
    if (!page.includes('404')) {
      expect(lines[0]).toBe(
        `link "${isEnglish ? 'Skip to the content' : 'Naar de inhoud'}" [href=#content]`,
      )
      expect(document.querySelector('noscript')?.textContent).toMatch(
        isEnglish ? /needs JavaScript/ : /heeft JavaScript nodig/,
      )
    }
  },
)

test.each([
  ...['index.html', 'en/connect.html', 'callback.html', 'en/404.html', '404.html'],
  ...['wizard.html', 'en/polaris.html', 'en.html'],
])('%s with all its hidden parts shown matches the snapshot', (page) => {
  openBuiltPage(page)
  for (const hidden of document.querySelectorAll('#shell-ready, #account, #dry-run, #approved'))
    hidden.removeAttribute('hidden')
  expect(describeElement(document.body)).toMatchSnapshot()
})

const detail = { key: 'failure:tryOrTell' } as const
const link = {
  address: new URL('https://customers.example.nl/'),
  label: { key: 'shell:report' },
} as const

test.each<['alert' | 'confirm', Locale, DialogContent]>([
  ['confirm', 'nl', { message: { key: 'wizard:startImport' }, decline: { key: 'shell:close' } }],
  ['confirm', 'en', { message: { key: 'wizard:startImport' }, about: [detail], isRisky: true }],
  [
    'alert',
    'nl',
    { message: { key: 'failure:session' }, detail, before: [{ key: 'form:restored' }] },
  ],
  ['alert', 'nl', { message: { key: 'shell:dryRunLeave' }, link }],
])('presents the dialog %s (%s): %j', async (kind, locale, content) => {
  const read = openBuiltPage(locale === 'en' ? 'en/wizard.html' : 'wizard.html')
  const portal = createTestPortal({ configuration: sampleConfiguration })
  showDialogs(portal)
  const answer = portal.dialogs[kind](content)
  await expect.poll(() => portal.dialogs.$dialog.get()).not.toBeNull()
  expect(read('dialog')).toMatchSnapshot()
  expect(document.activeElement?.id === 'dialog-cancel').toBe(content.isRisky === true)
  document.getElementById('dialog-agree')?.click()
  expect(await answer).toBe(kind === 'confirm' ? true : undefined)
})

test('treats a closed question as declined, but asks again if the question has two named answers', async () => {
  const read = openBuiltPage('wizard.html')
  const portal = createTestPortal({ configuration: sampleConfiguration })
  showDialogs(portal)
  const dialog = document.querySelector('dialog')
  const isOpen = () => expect.poll(() => dialog?.open).toBe(true)
  const message = { key: 'wizard:startImport' } as const
  const failure = logFailure(createTestEnvironment(), 'test', new Error('broken'))
  const download = { ...link, download: 'verslag.csv' }
  const before = [{ key: 'form:restored' }] as const
  const agreed = portal.dialogs.confirm({ message, before, detail: failure, link: download })
  await isOpen()
  expect(read('dialog').slice(0, 8)).toMatchSnapshot()
  expect(document.querySelector('dialog a')?.getAttribute('download')).toBe('verslag.csv')
  document.getElementById('dialog-agree')?.click()
  expect(await agreed).toBe(true)
  const closed = portal.dialogs.confirm({ message })
  await isOpen()
  dialog?.close()
  expect(await closed).toBe(false)
  const declined = portal.dialogs.confirm({ message, decline: { key: 'shell:close' } })
  await isOpen()
  dialog?.close()
  await isOpen()
  document.getElementById('dialog-cancel')?.click()
  expect(await declined).toBe(false)
})

const reasons = [
  'insecure',
  'storage',
  'configuration',
  'session',
  'refresh',
  'signed-out',
  'ended',
  'flags',
  'screen',
] as const

test.each(reasons)('shows why a screen did not start, and the contact: %s', (reason) => {
  const read = openBuiltPage('connect.html')
  const environment = createTestEnvironment()
  document.title = 'Koppelen – Koppelpunt'
  showSupport(
    parseTestConfiguration({
      PORTAL_SUPPORT_EMAIL: 'hulp@example.nl',
      PORTAL_SUPPORT_PHONE: '020 000 00 00',
    }),
  )
  showFailure(environment, {
    status: 'failed',
    reason,
    detail: logFailure(environment, 'test', new Error('broken')),
  })
  expect(read('shell-failed')).toMatchSnapshot()
  expect(document.activeElement?.id).toBe('shell-failed-title')
  expect(document.title).toBe(`${document.activeElement?.textContent} – Koppelpunt`)
  expect(read('support')).toEqual([
    'contentinfo',
    '  Hulp nodig? Example:',
    '  link "hulp@example.nl" [href=mailto:hulp@example.nl]',
    '  link "020 000 00 00" [href=tel:0200000000]',
  ])
  showFailure(environment, { status: 'ready' } as never)
  expect(read('shell-failed')).toEqual([])
  expect([document.activeElement?.id, document.title]).toEqual(['content', 'Koppelen – Koppelpunt'])
  showSupport(sampleConfiguration)
  expect(read('support')).toEqual([])
})

test('announces that the browser is offline', () => {
  const read = openBuiltPage('en/connect.html')
  const environment = createTestEnvironment()
  showOfflineNotice(environment)
  expect(read('network')).toEqual([])
  environment.goOnline(false)
  expect(read('network')).toEqual([
    'status You are offline. Your input is kept. You can send it as soon as you are connected again.',
  ])
})
