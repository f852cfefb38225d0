import { defineConfig } from 'vitest/config'

/** Tests of a finished build: `npm test` runs them after it has made one. */
const OF_THE_BUILD = '**/*.built.test.ts'

/** What operators get, by tools that `npm run test:deploy -w tools/test` fetches. */
const OF_DEPLOYMENT = '**/*.deploy.test.ts'

/** Room for a machine that does other things beside: outcomes are waited for, never time. */
const patient = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  test: {
    allowOnly: false,
    // Most of their time tests wait for the sandbox, also on a machine with two cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          // A third of the time would go on loading the same modules again for each file.
          isolate: false,
          include: ['{sandbox,server,src,test,tools}/**/*.test.{ts,tsx}'],
          exclude: [OF_THE_BUILD, OF_DEPLOYMENT],
          ...patient,
        },
      },
      {
        test: {
          name: 'built',
          include: [OF_THE_BUILD],
          exclude: ['node_modules/**', 'dist/**'],
          ...patient,
        },
      },
      {
        test: {
          name: 'deploy',
          include: [OF_DEPLOYMENT],
          exclude: ['node_modules/**', 'dist/**'],
          ...patient,
        },
      },
    ],
  },
})
