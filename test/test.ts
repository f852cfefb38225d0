import { test as base } from 'vitest'
import { endRequests } from './environment.ts'
import { startTestSandbox, type SandboxControl } from './sandbox.ts'

export const sandbox = {} as SandboxControl

export const test = base
  .extend('sandboxOfFile', { scope: 'file', auto: true }, async ({}, { onCleanup }) => {
    const { close, ...control } = await startTestSandbox({ quiet: true })
    onCleanup(close)
    return Object.assign(sandbox, control)
  })
  .extend('freshSandbox', { auto: true }, async ({ sandboxOfFile }, { onCleanup }) => {
    onCleanup(async () => {
      const pending = endRequests()
      if (pending.size === 0) return
      // Ends delayed responses.
      await sandboxOfFile.reset()
      await Promise.allSettled(pending)
    })
    await sandboxOfFile.reset()
  })
