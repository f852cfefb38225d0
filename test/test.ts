import { test as base } from 'vitest'
import { startTestSandbox, type SandboxControl } from './sandbox.ts'

export const sandbox = {} as SandboxControl

export const test = base
  .extend('sandboxOfFile', { scope: 'file', auto: true }, async ({}, { onCleanup }) => {
    const { close, ...control } = await startTestSandbox({ quiet: true })
    onCleanup(close)
    return Object.assign(sandbox, control)
  })
  .extend('freshSandbox', { auto: true }, ({ sandboxOfFile }) => sandboxOfFile.reset())
