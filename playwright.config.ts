import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/programs/chromium.ts'

const executablePath = process.env.KOPPELPUNT_CHROMIUM ?? findChromium()

export default defineConfig({
  outputDir: 'test-results',
  // Long suites come first, so no worker idles at the end.
  projects: [
    { name: 'instances', testDir: 'e2e/instances' },
    // The tests run one by one, because compose.yaml has fixed ports.
    { name: 'compose', testDir: 'e2e/compose', workers: 1 },
    // The tests run one by one, because they share flags.
    { name: 'unleash', testDir: 'e2e/unleash', workers: 1 },
    { name: 'keycloak', testDir: 'e2e/keycloak' },
    { name: 'nginx', testDir: 'e2e/nginx' },
    // The projects `firefox` and `webkit` run the same journeys.
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
  // Timeouts are long, because machines may be busy.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    // Tracing takes a third of the time (see CONTRIBUTING).
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: [
        // Containers lack a graphics card and features for Chromium's sandbox.
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
