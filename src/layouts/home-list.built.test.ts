import { fireEvent } from '@testing-library/dom'
import { expect, vi } from 'vitest'
import { openBuiltPage } from '../../test/component.ts'
import {
  createHomeEnvironment,
  failReads,
  liquorAdministration,
  liquorStoreLocation,
  marketAdministration,
  northAdministration,
  northStoreLocation,
  openHome,
  homeCallPaths,
  pendingKey,
} from '../../test/open-home.ts'
import { test } from '../../test/test.ts'
import { rememberPendingKey, rememberRecentPlace } from '../stores/coupling/remembered-places.ts'
import type { HomeTab } from '../stores/home/list.ts'
import { showHome } from './home-list.ts'
import { getElement } from './show.ts'

/**
 * Shows Home with administrations or the failed status of their list. Oefenslijterij was opened, Oefenwinkel
 * Noord waits for approval.
 */
async function renderHome(administrations: readonly object[] | number, tab: HomeTab = 'all') {
  const isStatus = typeof administrations === 'number'
  const fault = isStatus
    ? ({ kind: 'status', status: administrations } as const)
    : ({ kind: 'answer', body: administrations } as const)
  await failReads(homeCallPaths.administrations, fault)
  const read = openBuiltPage('index.html')
  const { portal } = openHome(createHomeEnvironment(tab))
  await rememberRecentPlace(portal, liquorStoreLocation)
  await rememberPendingKey(portal, pendingKey(northStoreLocation))
  const fail = vi.fn()
  showHome(portal, fail)
  const section = getElement('home')
  const lines = () => ['home', 'home-boarding', 'home-boarding-list'].flatMap(read)
  let before = ''
  const references = ['home-reference', 'home-left-out'].map(getElement)
  await vi.waitFor(
    () => {
      const now = lines().join()
      const isLoading =
        section.dataset.view === 'loading' ||
        section.querySelector('li [data-kind=loading]') !== null ||
        getElement('home-seen').textContent !== '' ||
        references.some((each) => !each.hidden && each.querySelector('details') === null)
      const isSettled = now === before && !isLoading
      before = now
      expect(isSettled).toBe(true)
    },
    { timeout: 60_000, interval: 50 },
  )
  expect(fail).not.toHaveBeenCalled()
  const titles = () =>
    [...section.querySelectorAll('#home-list strong')].map(({ textContent }) => textContent)
  return { lines, titles }
}

test.for([
  ['no customer', [], 'todo'],
  ['the shop of a merchant', [liquorAdministration], 'todo'],
  [
    'customers, of which only an opened one says when',
    [northAdministration, marketAdministration, liquorAdministration],
    'all',
  ],
  [
    'customers to do, and a left-out one',
    [northAdministration, marketAdministration, { id: 8 }],
    'todo',
  ],
  ['a failed list of customers', 500, 'todo'],
  [
    'a customer that waits for approval',
    [northAdministration, marketAdministration, liquorAdministration],
    'waiting',
  ],
] as const)('presents %s', async ([, administrations, tab], { expect }) => {
  const { lines } = await renderHome(administrations, tab)
  expect(lines()).toMatchSnapshot()
})

test('keeps the focus on the button that unfolds the locations of a customer', async () => {
  const { titles } = await renderHome([marketAdministration, liquorAdministration])
  const fold = () => document.querySelector<HTMLElement>('[data-part=fold]')
  fold()?.focus()
  fold()?.click()
  expect(titles()).toEqual([
    'Oefenmarkt West (DE)',
    'Markthal',
    'Groentekraam',
    'Webshop',
    'Oefenslijterij Compleet (BE)',
  ])
  expect(document.activeElement).toBe(fold())
  expect(fold()?.getAttribute('aria-expanded')).toBe('true')
})

test('a search shows the matches of all tabs and the number of matches', async () => {
  const { titles } = await renderHome(
    [northAdministration, marketAdministration, liquorAdministration],
    'waiting',
  )
  const search = getElement('home-search') as HTMLInputElement
  fireEvent.input(search, { target: { value: 'slijterij' } })
  expect(titles()).toEqual(['Oefenslijterij Compleet (BE)'])
  expect(getElement('home-count').textContent).toBe('1 van 3 klanten gevonden · Klaar 1')
  fireEvent.input(search, { target: { value: 'nergens' } })
  expect(getElement('home-count').textContent).toMatch(/^Geen klant gevonden\./)
  document.querySelector<HTMLElement>('[data-tab=waiting]')?.click()
  expect([search.value, titles()]).toEqual(['', ['Oefenwinkel Noord (NL)']])
})
