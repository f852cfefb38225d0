import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROJECT } from '../../programs/program.ts'
import { providePromtool, said } from './tools.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-alerts-'))
  await cp(join(PROJECT, 'deploy/monitoring/alerts.yaml'), join(folder, 'alerts.yaml'))
  await cp(join(PROJECT, 'tools/services/deploy/alerts.yaml'), join(folder, 'played.yaml'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test('Prometheus takes the alerts, and they fire when they should', () => {
  const file = (name: string) => join(folder, name)
  expect(said(providePromtool(), ['check', 'rules', file('alerts.yaml')])).toMatchObject({
    isFine: true,
  })
  expect(said(providePromtool(), ['test', 'rules', file('played.yaml')])).toMatchObject({
    isFine: true,
  })
})
