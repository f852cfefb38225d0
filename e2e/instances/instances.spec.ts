import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import {
  sharedOriginEnvironment,
  startRecommendedNginx,
} from '../../tools/services/nginx/recommended.ts'
import { createPortalEnvironment, realmAdminPath } from '../../sandbox/portal-environment.ts'
import { PROJECT_FOLDER } from '../../tools/programs/program.ts'
import { OWN_ASSETS_FILE } from '../../server/pages.ts'
import { startTestSandbox } from '../../test/sandbox.ts'
import { expect, test } from '../base.ts'
import { completeWizard } from '../journeys.ts'
import { Activation } from '../pages/activation.ts'
import { BoardingPage } from '../pages/boarding.ts'
import { SignIn } from '../pages/sign-in.ts'
import { WizardPage, wizardAddresses } from '../pages/wizard.ts'
import { startPortalInstance, type PortalInstance } from './instance.ts'
import { makeOtherBuild } from './other-build.ts'
import { startRequests } from './requests.ts'

/** Timeout of a test with two builds and four restarts, in milliseconds. */
const PATIENCE = 300_000

/** Timeout of one browser action, in milliseconds. */
const ACTION_PATIENCE = 20_000

const BUILD = join(PROJECT_FOLDER, 'dist')

/** Starts two portals behind nginx and a sandbox. `close` stops them and removes their files. */
async function start() {
  const closes: (() => Promise<void>)[] = []
  const close = async () => {
    for (const each of closes.toReversed()) await each()
  }
  try {
    const other = await makeOtherBuild()
    closes.push(other.remove)
    const sandbox = await startTestSandbox({ quiet: true })
    closes.push(sandbox.close)
    await sandbox.changeSettings({ userAppearance: 0 })
    const environment = { ...createPortalEnvironment(sandbox.url), ...sharedOriginEnvironment }
    const instance = async () => {
      const started = await startPortalInstance(BUILD, environment)
      closes.push(started.close)
      return started
    }
    const instances = [await instance(), await instance()] as const
    const nginx = await startRecommendedNginx({
      portals: instances.map(({ url }) => url),
      services: sandbox.url,
      paths: { api: '/api', flags: '/flags', users: `${realmAdminPath}/users` },
    })
    closes.push(nginx.close)
    return {
      instances,
      other: other.folder,
      services: { portal: nginx.url, sandbox },
      errors: nginx.errors,
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

type Services = Awaited<ReturnType<typeof start>>['services']

const isService = (url: string) =>
  /^\/(?:api|switches|identity)(?:\/|$)/.test(new URL(url).pathname)

/** Opens a tab and records its failed portal requests in `failures`. */
async function openTab(browser: Browser, { portal }: Services, failures: string[]): Promise<Page> {
  const context = await browser.newContext({ baseURL: portal })
  const page = await context.newPage()
  page.setDefaultTimeout(ACTION_PATIENCE)
  const isPortal = (url: string) => url.startsWith(portal) && !isService(url)
  page.on('response', (answer) => {
    if (isPortal(answer.url()) && answer.status() >= 400) {
      failures.push(`${answer.url()} ${answer.status()}`)
    }
  })
  page.on('requestfailed', (request) => {
    // Requests that a navigation aborted are not failures.
    const error = request.failure()?.errorText ?? ''
    if (isPortal(request.url()) && error !== 'net::ERR_ABORTED') {
      failures.push(`${request.url()} ${error}`)
    }
  })
  return page
}

/** Registers a new customer, couples the location and completes the wizard. */
async function journey(page: Page, services: Services, number: number): Promise<void> {
  await new SignIn(page, services).open('/boarding')
  const boarding = new BoardingPage(page)
  await boarding.fillIn(`winkelier-${number}@zaak.test`, `Nieuwe Zaak ${number}`)
  await boarding.submit.click()
  await new Activation(page).button.click()
  await completeWizard(new WizardPage(page))
  await page.waitForURL(`${services.sandbox.url}/customers`)
}

/** Opens the wizard without the script of its later steps. */
async function openEarlyWizard(page: Page, services: Services) {
  const held = Promise.withResolvers<undefined>()
  const requestedPaths: string[] = []
  await page.route('**/assets/later-steps*.js', async (route) => {
    requestedPaths.push(new URL(route.request().url()).pathname)
    await held.promise
    await route.continue()
  })
  await new SignIn(page, services).open(wizardAddresses.configured)
  await expect.poll(() => requestedPaths.length).toBeGreaterThan(0)
  return {
    requestedPaths,
    goOn: async () => {
      held.resolve(undefined)
      await new WizardPage(page).goTo('Grootboekrekeningen')
    },
  }
}

const ownAssetsOf = async (build: string) =>
  JSON.parse(await readFile(join(build, 'server', OWN_ASSETS_FILE), 'utf8')) as string[]

/** Expects two builds to have no hashed file name in common. */
async function expectDifferent(other: string) {
  const [before, after] = [await ownAssetsOf(BUILD), await ownAssetsOf(other)]
  const same = after.filter((name) => before.includes(name) && !name.startsWith('fonts/'))
  expect(same).toEqual([])
}

/** Repeats journeys until stopped. Records errors in `failures`. */
function repeatJourneys(browser: Browser, services: Services, failures: string[]) {
  const over = new AbortController()
  const play = async () => {
    let count = 0
    while (!over.signal.aborted) {
      const page = await openTab(browser, services, failures)
      try {
        await journey(page, services, count)
        count += 1
      } catch (error) {
        failures.push(`journey: ${(error as Error).message}`)
      }
      await page.context().close()
    }
    return count
  }
  const done = play()
  return {
    end: () => {
      over.abort()
      return done
    },
  }
}

const running: { close: () => Promise<void> }[] = []
test.afterEach(async () => {
  for (const each of running.splice(0)) await each.close()
})

test('no request fails while portals are restarted and replaced in turn', async ({ browser }) => {
  test.setTimeout(PATIENCE)
  const started = await start()
  running.push(started)
  const { instances, other, services, errors } = started
  await expectDifferent(other)

  const failures: string[] = []
  const early = await openEarlyWizard(await openTab(browser, services, failures), services)
  const halfway = await openEarlyWizard(await openTab(browser, services, failures), services)
  const requests = startRequests(services.portal)
  const journeys = repeatJourneys(browser, services, failures)

  for (const instance of instances) await instance.restart()
  const replace = async (instance: PortalInstance) => {
    await instance.restart(other)
  }
  await replace(instances[0])
  await halfway.goOn()
  await replace(instances[1])
  await early.goOn()

  const count = await journeys.end()
  const results = await requests.stop()
  failures.push(...results.failures)
  console.log(
    `journeys done: ${count}, requests: ${results.answered + results.failures.length}, ` +
      `failed: ${failures.length}, instances restarted: ${instances.length}, ` +
      `builds replaced: ${instances.length}`,
  )
  expect(failures.slice(0, 10), errors()).toEqual([])
  expect(count).toBeGreaterThan(0)
  const before = await ownAssetsOf(BUILD)
  for (const path of [...early.requestedPaths, ...halfway.requestedPaths]) {
    expect(before).toContain(path.slice('/assets/'.length))
  }
})
