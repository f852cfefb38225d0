import { test as base } from 'vitest'
import { startTestSandbox, type SandboxControl } from './sandbox.ts'

/** The sandbox that the tests of this file share; functions beside the tests use it as well. */
export const sandbox = {} as SandboxControl

/** A test with a sandbox of its file's own, in memory and on a free port, as new for each test. */
export const test = base
  .extend('sandboxOfFile', { scope: 'file', auto: true }, async ({}, { onCleanup }) => {
    const { close, ...control } = await startTestSandbox({ quiet: true })
    onCleanup(close)
    return Object.assign(sandbox, control)
  })
  .extend('freshSandbox', { auto: true }, ({ sandboxOfFile }) => sandboxOfFile.reset())
