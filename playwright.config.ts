import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/programs/chromium.ts'

const executablePath = process.env.KOPPELPUNT_CHROMIUM ?? findChromium()

export default defineConfig({
  outputDir: 'test-results',
  // Long suites come first, so that no worker idles at the end.
  projects: [
    { name: 'instances', testDir: 'e2e/instances' },
    // Runs one test at a time, because the services use the fixed ports of compose.yaml.
    { name: 'compose', testDir: 'e2e/compose', workers: 1 },
    // Runs one test at a time, because the tests set the flags of one server.
    { name: 'unleash', testDir: 'e2e/unleash', workers: 1 },
    { name: 'keycloak', testDir: 'e2e/keycloak' },
    { name: 'nginx', testDir: 'e2e/nginx' },
    // The same journeys run in two other browser engines.
    { name: 'firefox', testDir: 'e2e/engines' },
    { name: 'webkit', testDir: 'e2e/engines' },
    {
      name: 'portal',
      testDir: 'e2e',
      testMatch: '{coupling,journeys,session,shell,wizard}/**/*.spec.ts',
    },
    // Failing calls, screens that throw errors, and sessions that end.
    { name: 'faults', testDir: 'e2e/faults' },
    // Checks of every screen in every state.
    { name: 'screens', testDir: 'e2e/screens', testIgnore: '**/screenshots.spec.ts' },
    // Screenshots of every screen. `npm test` skips them.
    {
      name: 'screenshots',
      testDir: 'e2e/screens',
      testMatch: 'screenshots.spec.ts',
      outputDir: '.screenshots',
    },
  ],
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // Long timeouts for busy machines. Tests wait for results, never for a fixed time.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // Tracing is off, because it takes a third of the time (see CONTRIBUTING).
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        // Containers lack a graphics card, and kernel features that Chromium's sandbox needs.
        '--no-sandbox',
        '--disable-gpu',
        // These options stop requests that Chromium sends on its own.
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
