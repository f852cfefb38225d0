import { defineConfig } from '@playwright/test'
import { findChromium } from './tools/programs/chromium.ts'

const executablePath = process.env.KOPPELPUNT_CHROMIUM ?? findChromium()

export default defineConfig({
  outputDir: 'test-results',
  // With the sandbox alone, and with each of the real services in the place of its stand-in. They
  // begin in this order: first what takes long in one piece, so that nothing waits for it at the end.
  projects: [
    { name: 'instances', testDir: 'e2e/instances' },
    // One after the other: its parts are on the ports of compose.yaml.
    { name: 'compose', testDir: 'e2e/compose', workers: 1 },
    // One after the other: they set the flags of one server.
    { name: 'unleash', testDir: 'e2e/unleash', workers: 1 },
    { name: 'keycloak', testDir: 'e2e/keycloak' },
    { name: 'nginx', testDir: 'e2e/nginx' },
    // The same journeys in browsers of other engines.
    { name: 'firefox', testDir: 'e2e/engines' },
    { name: 'webkit', testDir: 'e2e/engines' },
    {
      name: 'portal',
      testDir: 'e2e',
      testMatch: '{coupling,journeys,session,shell,wizard}/**/*.spec.ts',
    },
    // Every call of every screen, struck by a fault; screens that throw, sessions that end.
    { name: 'faults', testDir: 'e2e/faults' },
    // Every screen in every state.
    { name: 'screens', testDir: 'e2e/screens', testIgnore: '**/screenshots.spec.ts' },
    // Pictures of them, which no suite asks for.
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
  // Room for a machine that does other things beside: outcomes are waited for, never time.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  snapshotPathTemplate: 'e2e/screens/snapshots/{arg}{ext}',
  reporter: [['list']],
  use: {
    // A third of the time; where a failure needs one, CONTRIBUTING says how.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      // Containers lack the sandbox's kernel features and a graphics card; the rest keeps it quiet.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
