import { readFileSync, readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { OWN_ASSETS_FILE } from '../../../server/pages.ts'

const build = new URL('../../../dist/', import.meta.url)
const assets = new URL('client/assets/', build)
const own = JSON.parse(
  readFileSync(new URL(`server/${OWN_ASSETS_FILE}`, build), 'utf8'),
) as string[]
const scripts = own.filter((name) => name.endsWith('.js'))
const read = (name: string) => readFileSync(new URL(name, assets), 'utf8')

test('browsers are to compile every script while it comes, but for Sentry’s', () => {
  expect(scripts.length).toBeGreaterThan(10)
  const without = scripts.filter((name) => !read(name).startsWith('//# allFunctionsCalledOnLoad\n'))
  expect(without.map((name) => basename(name).replace(/\..*/, ''))).toEqual(['sentry'])
})

test('no script names styles: the page that takes it does', () => {
  expect(readdirSync(assets).filter((name) => name.endsWith('.css')).length).toBeGreaterThan(1)
  expect(scripts.filter((name) => read(name).includes('.css"'))).toEqual([])
})
