import { defineConfig } from 'vitest/config'

/** Tests of a finished build, which `npm test` runs after the build. */
const OF_THE_BUILD = '**/*.built.test.ts'

/** Tests that render components into a DOM. */
const OF_COMPONENTS = 'src/**/*.test.tsx'

/** Tests of the deployment files with tools that `npm run test:deploy -w tools/test` downloads. */
const OF_DEPLOYMENT = '**/*.deploy.test.ts'

/** Long timeouts for a busy machine. Tests wait for results, never for a fixed time. */
const patient = { testTimeout: 30_000, hookTimeout: 60_000, expect: { poll: { timeout: 10_000 } } }

export default defineConfig({
  test: {
    allowOnly: false,
    // More workers than cores, because tests mostly wait for the sandbox.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          // Isolation would load the same modules again for each file, which takes a third of the time.
          isolate: false,
          include: ['{sandbox,server,src,test,tools}/**/*.test.{ts,tsx}'],
          exclude: [OF_THE_BUILD, OF_DEPLOYMENT, OF_COMPONENTS],
          ...patient,
        },
      },
      {
        test: {
          name: 'components',
          isolate: false,
          include: [OF_COMPONENTS],
          setupFiles: './test/component.ts',
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
