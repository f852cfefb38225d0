import { spawnSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { loadedFiles } from '../../scripts/loaded-files.ts'
import { PROJECT } from '../../scripts/program.ts'
import { startPackage } from '../../test/packaged-portal.ts'
import { wrongAnswers } from '../../test/portal-answers.ts'
import { lastOf, readDockerfile } from './dockerfile.ts'
import type { Dockerfile } from './dockerfile.ts'
import { imageSteps } from './image-steps.ts'
import type { Played } from './image-steps.ts'

/** Room for `npm ci` and a build on a machine that does other things beside. */
const STEPS_PATIENCE = 300_000

let folder: string
let file: Dockerfile
let image: Played

const saysOf = (keyword: string) => lastOf(file, file.stages.at(-1) ?? expect.fail(), keyword) ?? ''

beforeAll(async () => {
  file = readDockerfile(await readFile(new URL('../../Dockerfile', import.meta.url), 'utf8'))
  folder = await mkdtemp(join(tmpdir(), 'koppelpunt-image-'))
  await chmod(folder, 0o755)
  image = await imageSteps(file, folder)('portal')
}, STEPS_PATIENCE)

afterAll(() => rm(folder, { recursive: true, force: true }))

test('every step was done but for what happens to the base image', () => {
  expect(image.left).toEqual([expect.stringMatching(/^rm -rf \/usr\/local\/lib\/node_modules /)])
})

test('what the steps leave serves everything, is healthy, and stops at its signal', async () => {
  const [node, program] = JSON.parse(saysOf('ENTRYPOINT')) as string[]
  expect(node).toBe('node')
  const portal = await startPackage(join(image.root, image.workdir), folder, {
    environment: { ...image.environment, PORTAL_DRAIN_SECONDS: '0' },
    program: program ?? expect.fail(),
  })
  onTestFinished(() => void portal.child.kill('SIGKILL'))
  expect(await portal.serves()).toBe(true)
  expect(await wrongAnswers(portal.url)).toEqual([])

  const [looker = '', ...look] = JSON.parse(saysOf('HEALTHCHECK').replace(/^CMD /, '')) as string[]
  const environment = { PATH: process.env.PATH, PORT: new URL(portal.url).port }
  const isHealthy = () => spawnSync(looker, look, { env: environment }).status === 0
  expect(isHealthy()).toBe(true)
  portal.child.kill(saysOf('STOPSIGNAL') as NodeJS.Signals)
  expect(await portal.ended).toEqual({ code: 0, errors: '' })
  expect(isHealthy()).toBe(false)
})

test('nothing is left out that the practice image needs', async () => {
  // Both images begin from the same files.
  const source = join(folder, 'build', 'src')
  const { services } = parse(await readFile(join(PROJECT, 'compose.yaml'), 'utf8')) as {
    services: { prepare: { command: string[] } }
  }
  const practice = file.stages.find(({ name }) => name === 'sandbox') ?? expect.fail()
  const [sandbox = ''] = JSON.parse(lastOf(file, practice, 'CMD') ?? '') as string[]
  const [prepare = ''] = services.prepare.command
  const loaded = await loadedFiles(source, [sandbox, prepare])
  expect(loaded).toEqual(
    expect.arrayContaining([
      'deploy/keycloak/koppelpunt-realm.json',
      'deploy/nginx/koppelpunt.conf',
      'node_modules/oidc-provider/package.json',
    ]),
  )
})

test('a step that fails is told', async () => {
  const broken = readDockerfile('FROM a AS b\nWORKDIR /src\nCOPY . .\nRUN ls server/nothing.ts\n')
  const elsewhere = await mkdtemp(join(folder, 'broken-'))
  await expect(imageSteps(broken, elsewhere)('b')).rejects.toThrow(
    /RUN ls server\/nothing.ts: ended/,
  )
})
