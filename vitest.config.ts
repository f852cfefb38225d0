import { defineConfig } from 'vitest/config'

/** Tests of a finished build. */
const BUILT_TESTS = '**/*.built.test.ts'

/** Tests that render components into a DOM. */
const COMPONENT_TESTS = 'src/**/*.test.tsx'

/** Tests with tools that `npm run test:deploy -w tools/test` downloads. */
const DEPLOYMENT_TESTS = '**/*.deploy.test.ts'

/** Timeouts are long, because machines may be busy. */
const timeouts = {
  testTimeout: 180_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
}

export default defineConfig({
  test: {
    allowOnly: false,
    // More workers than cores, because tests mostly wait for the sandbox.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          // Isolation takes a third of the test time.
          isolate: false,
          include: ['{sandbox,server,src,test,tools}/**/*.test.{ts,tsx}'],
          exclude: [BUILT_TESTS, DEPLOYMENT_TESTS, COMPONENT_TESTS],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'components',
          isolate: false,
          include: [COMPONENT_TESTS],
          setupFiles: './test/component.ts',
          ...timeouts,
        },
      },
      {
        test: {
          name: 'built',
          include: [BUILT_TESTS],
          exclude: ['node_modules/**', 'dist/**'],
          ...timeouts,
        },
      },
      {
        test: {
          name: 'deploy',
          include: [DEPLOYMENT_TESTS],
          exclude: ['node_modules/**', 'dist/**'],
          ...timeouts,
        },
      },
    ],
  },
})
