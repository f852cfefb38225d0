import { expect, test } from 'vitest'
import { messageProblems } from './messages.ts'

const nl = { connect: { title: 'Koppelen', chosen: 'Gekozen: {name}' } }
const en = { connect: { title: 'Connect', chosen: 'Chosen: {name}' } }
const sources = new Map([['src/a.ts', `t('connect:title'); t("connect:chosen", { name })`]])
const problems = (changes: Partial<Parameters<typeof messageProblems>[0]>) =>
  messageProblems({ catalogues: { nl, en }, sources, ...changes })

test('complete catalogues, of which all is used', () => {
  expect(problems({})).toEqual([])
})

test('a text that one language lacks, or leaves empty', () => {
  expect(problems({ catalogues: { nl, en: { connect: { title: ' ' } } } })).toEqual([
    'connect:title has no text in en',
    'connect:chosen has no text in en',
  ])
})

test('placeholders that differ', () => {
  const other = { connect: { ...en.connect, chosen: 'Chosen: {title}' } }
  expect(problems({ catalogues: { nl, en: other } })).toEqual([
    'connect:chosen differs in its placeholders: {name} against {title}',
  ])
})

test('a text that nothing uses', () => {
  const unused = { sources: new Map([['src/a.ts', `'connect:title'`]]) }
  expect(problems(unused)).toEqual(['connect:chosen is used nowhere'])
})

test('a text that is looked up by its code', () => {
  const refusals = { 'BOE-0087': 'Kies', other: 'Kies' }
  const catalogues = { nl: { ...nl, refusals }, en: { ...en, refusals } }
  expect(problems({ catalogues })).toEqual(['refusals:other is used nowhere'])
})

test('a key that does not exist, and text that is no key', () => {
  const text = `'connect:titel' 'connect:title' 'connect:chosen' 'node:fs' 'a:b' connect:nope`
  expect(problems({ sources: new Map([['src/a.ts', text]]) })).toEqual([
    'src/a.ts uses connect:titel, which does not exist',
  ])
})
