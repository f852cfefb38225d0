import {
  printAddresses,
  readStartOptions,
  buildOrExit,
  createPortalRow,
  createSandboxRow,
  startPortalFor,
  startSandboxFor,
} from './session.ts'

const options = await readStartOptions()
// The sandbox starts before the build, so that wrong options are reported immediately.
const sandbox = await startSandboxFor(options)
await buildOrExit()
await startPortalFor(options, sandbox.environment)
printAddresses(options, [createPortalRow(options), createSandboxRow(sandbox)])
