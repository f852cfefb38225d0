import { expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import type { Bill } from './bill-of-materials.ts'

const component = (reference: string, ...properties: string[]) => ({
  'bom-ref': reference,
  properties: properties.map((name) => ({ name, value: 'true' })),
})
const development = 'cdx:npm:package:development'
const inBrowser = 'koppelpunt:in-browser'

/** What npm says of a project that needs b, and icons and tests while it is developed. */
const all: Bill = {
  serialNumber: 'urn:uuid:1',
  metadata: {
    timestamp: '2026-01-01T00:00:00.000Z',
    component: { 'bom-ref': 'project@1.0.0', name: 'folder' },
  },
  components: [
    component('tests@1.0.0', development),
    component('icons@1.0.0', development),
    component('b@1.0.0'),
    component('a@1.0.0'),
  ],
  dependencies: [
    { ref: 'project@1.0.0', dependsOn: ['tests@1.0.0', 'icons@1.0.0', 'b@1.0.0'] },
    { ref: 'b@1.0.0', dependsOn: ['a@1.0.0'] },
    { ref: 'tests@1.0.0', dependsOn: ['a@1.0.0'] },
    { ref: 'icons@1.0.0', dependsOn: [] },
    { ref: 'a@1.0.0', dependsOn: [] },
  ],
}

test('what is installed for production, and what is in the browser', () => {
  const bill = billOfMaterials(all, new Set(['icons@1.0.0', 'a@1.0.0']))
  expect(bill.components).toEqual([
    component('a@1.0.0', inBrowser),
    component('b@1.0.0'),
    component('icons@1.0.0', development, inBrowser),
  ])
  expect(bill.dependencies).toEqual([
    { ref: 'a@1.0.0', dependsOn: [] },
    { ref: 'b@1.0.0', dependsOn: ['a@1.0.0'] },
    { ref: 'icons@1.0.0', dependsOn: [] },
    { ref: 'project@1.0.0', dependsOn: ['b@1.0.0', 'icons@1.0.0'] },
  ])
})

test('what a server has, and what is in the browser', () => {
  const bill = billOfMaterials(all, new Set(['icons@1.0.0']), new Set(['a@1.0.0']))
  expect(bill.components).toEqual([
    component('a@1.0.0'),
    component('icons@1.0.0', development, inBrowser),
  ])
})

test('another day, in another folder and order, it is the same', () => {
  const later: Bill = {
    ...all,
    serialNumber: 'urn:uuid:2',
    metadata: {
      timestamp: '2027-01-01T00:00:00.000Z',
      component: { 'bom-ref': 'project@1.0.0', name: 'other' },
    },
    components: all.components.toReversed(),
    dependencies: all.dependencies.toReversed(),
  }
  const text = (bill: Bill) => JSON.stringify(billOfMaterials(bill, new Set()))
  expect(text(later)).toBe(text(all))
  expect(text(all)).not.toMatch(/uuid|2026|folder/)
})

test('a build with another version than the lock', () => {
  expect(() => billOfMaterials(all, new Set(['a@0.9.0']))).toThrow('The lock has no a@0.9.0')
  expect(() => billOfMaterials(all, new Set(), new Set(['c@1.0.0']))).toThrow('no c@1.0.0')
})
