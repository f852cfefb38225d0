import { readFile } from 'node:fs/promises'
import { diff } from 'node:util'
import { expect, type Page, type TestInfo } from '@playwright/test'

/** Milliseconds in which a page that is still on its way changes. */
const settlingTime = 200

/** What stands around the content of every page: the skip link, the header and the footer. */
const frameParts = /^- (?:link "(?:Naar de inhoud|Skip to the content)"|banner|contentinfo)/

/** Of the pages whose frame is another: one that still loads has no footer. */
const frames: Readonly<Record<string, string>> = {
  'home-english': 'frame-english.yml',
  'home-loading': 'frame-loading.yml',
  'no-storage': 'frame-signed-out.yml',
  'not-found': 'frame-not-found.yml',
  'not-started': 'frame-signed-out.yml',
  'polaris-question': 'frame-loading.yml',
  'wizard-approved': 'frame-signed-out.yml',
  'wizard-snelstart-loading': 'frame-loading.yml',
}

/**
 * The screen from which another one is told by its differences, where that is not the empty state
 * of its step. Null: it has too little in common with any.
 */
const bases: Readonly<Record<string, string | null>> = {
  'boarding-filled': 'boarding-subscription-empty',
  'boarding-list': null,
  'boarding-list-read': null,
  'boarding-list-unreadable': 'boarding-list',
  'boarding-list-paused': null,
  'boarding-list-questions': 'boarding-list-paused',
  'boarding-list-finished': null,
  'boarding-list-forbidden': 'boarding-list-paused',
  'boarding-question': 'boarding-subscription-empty',
  'boarding-restored': 'boarding-merchant-info-empty',
  'boarding-subscription-failed': null,
  'boarding-subscription-loading': null,
  'boarding-waiting': 'boarding-merchant-info-empty',
  'check-asking': 'check',
  'check-failed': null,
  'check-faults': 'check',
  'connect-dry-run': 'connect-empty',
  'connect-list': 'connect-empty',
  'connect-requirements': 'connect-empty',
  'connect-restored': 'connect-empty',
  'connect-waiting': 'connect-empty',
  'home-failed': null,
  'home-loading': null,
  'home-list-failed': null,
  'home-list-loading': null,
  'home-long': 'home',
  'home-merchant-broken': 'home-merchant-new',
  'home-merchant-coupled': 'home-merchant-new',
  'home-merchant-empty': 'home-merchant-new',
  'home-merchant-loading': 'home-merchant-new',
  'home-merchant-locations': 'home-merchant-new',
  'home-merchant-new': null,
  'home-merchant-ready': 'home-merchant-new',
  'home-merchant-reported': 'home-merchant-new',
  'home-merchant-unknown': 'home-merchant-new',
  'home-merchant-waiting': 'home-merchant-new',
  'home-none': null,
  'home-search': 'home',
  'home-worked': 'home',
  'sign-in-needed': 'home',
  'wizard-bookkeeper': 'wizard-journals-empty',
  'wizard-bookkeeper-refused': 'wizard-summary-complete',
  'wizard-chain': 'wizard-summary-complete',
  'wizard-chain-failed': 'wizard-summary-complete',
  'wizard-chain-saved': 'wizard-summary-saved',
  'wizard-day-missing': 'wizard-summary-empty',
  'wizard-day-stock': 'wizard-summary-empty',
  'wizard-import-new-product': 'wizard-import-and-sync-empty',
  'wizard-journals-failed': null,
  'wizard-journals-warned': 'wizard-journals-empty',
  'wizard-ledgers-refused': 'wizard-journals-empty',
  'wizard-ledgers-unfolded': 'wizard-journals-empty',
  'wizard-restored': 'wizard-unknown-relation-empty',
  'wizard-snelstart-loading': null,
  'wizard-steps-unfolded': 'wizard-inhandel-empty',
  'wizard-summary-dialog': 'wizard-summary-complete',
  'wizard-summary-failed': 'wizard-summary-complete',
  'wizard-summary-loading': 'wizard-summary-complete',
  'wizard-summary-saved': null,
  'wizard-test-mode': 'wizard-summary-complete',
  offline: 'home',
}

function baseOf(name: string): string | null {
  const step = /^(.*)-(?:errors|loading|saved|failed|dialog)$/.exec(name)?.[1]
  return bases[name] ?? (name in bases || step === undefined ? null : `${step}-empty`)
}

/** Parts of a tree that are on lines of their own, in one. */
const inOneLine = (parts: string, between: string) =>
  parts
    .trim()
    .slice('- '.length)
    .replaceAll(/\n *- /g, between)

/**
 * A tree with each row of a table on one line, where its name says what is in it: one of column
 * headers as `columnheaders`, one that begins with its own header without a colon. The tabs of a
 * list are on its line too.
 */
const joined = (tree: string) =>
  tree
    .replaceAll(/^ *- '?cell\b.*[^:\n]\n/gm, '')
    .replaceAll(/^( *)- rowgroup:\n((?:\1 {2}.*\n)+)/gm, (...[, , rows = '']: string[]) =>
      rows.replaceAll(/^ {2}/gm, ''),
    )
    .replaceAll(
      /^( *- )row "(.*)":\n((?: *- columnheader ".*"\n)+)/gm,
      (row, start: string, name: string, headers: string) => {
        const isWhole = inOneLine(headers, ' ').replaceAll(/columnheader "|"/g, '') === name
        return isWhole ? `${start}columnheaders "${name}"\n` : row
      },
    )
    .replaceAll(/^(( *)- row "(.*).*"):\n *- rowheader "\3"\n(?!\2 )/gm, '$1\n')
    .replaceAll(
      /^( *- tablist ".*":)\n((?: *- '?tab\b.*\n)+)/gm,
      (...[, list, tabs = '']: string[]) => `${list} ${inOneLine(tabs, ', ')}\n`,
    )

/** What a screen reader makes of the page, without what is new in each run; links without where to. */
async function accessibilityTree(page: Page): Promise<string> {
  const tree = `${await page.locator('body').ariaSnapshot()}\n`
  return joined(tree)
    .replaceAll(/^ *- \/url: .*\n/gm, '')
    .replaceAll(/localhost(:|%3A)\d+/g, 'localhost')
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, 'id')
    .replaceAll(/[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}(, \d\d:\d\d)?/g, 'K7Q2-M4XP')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z|(hash-)?\b[\da-f]{12}\b/g, 'nu')
    .replaceAll(/\d\d?-\d\d?-\d{4}, [\d:]{8} [A-Z][^ ]* \(nu\)/g, 'nu')
    .replaceAll(/\d+ [a-z]+ \d{4} om \d\d:\d\d/g, 'datum')
    .replaceAll(/(?<=gekeken om )\d\d:\d\d/g, 'tijd')
    .replaceAll(/(?<=Ingesteld op )\d+ [a-z]+ \d{4}/g, 'datum')
}

/** The tree once two in a row are the same: what is still on its way changes it. */
async function settledTree(page: Page): Promise<string> {
  let tree = ''
  const isUnchanged = async () => {
    const before = tree
    tree = await accessibilityTree(page)
    return tree === before
  }
  await expect.poll(isUnchanged, { intervals: [settlingTime] }).toBe(true)
  return tree
}

/** Lines of `before` that are gone, and new ones of `after`, each run below the line that it follows. */
export function difference(before: string, after: string): string {
  const lines = diff(before.split('\n'), after.split('\n')).map(([sign, line]) => ({ sign, line }))
  const isChanged = (entry?: { sign: number }) => entry !== undefined && entry.sign !== 0
  return lines
    .filter((entry, index) => isChanged(entry) || isChanged(lines[index + 1]))
    .map(({ sign, line }) => `${['+', ' ', '-'][sign + 1]}${line}`)
    .join('\n')
}

/**
 * Compares what a screen reader makes of a screen with its files: the frame, and the content, which
 * is told by what differs from another screen where it has one.
 */
export async function expectTree(page: Page, name: string, info: TestInfo): Promise<void> {
  const parts = (await settledTree(page)).split(/^(?=- )/m)
  const frame = parts.filter((part) => frameParts.test(part)).join('')
  const content = parts.filter((part) => !frameParts.test(part)).join('')
  const user = /(?<=strong: )\w+ Oefenaccount/
  expect(frame.replace(user, 'Oefenaccount')).toMatchSnapshot(frames[name] ?? 'frame.yml')
  const base = baseOf(name)
  if (base === null) {
    expect(content).toMatchSnapshot(`${name}.yml`)
  } else {
    const before = await readFile(info.snapshotPath(`${base}.yml`), 'utf8')
    const told = `--- ${base}.yml\n${difference(before, content)}\n`
    expect(told).toMatchSnapshot(`${name}.diff`)
  }
}
