import {
  printAddresses,
  readOptionsOrExit,
  buildOrExit,
  createPortalRow,
  createSandboxRow,
  startPortalWithOptions,
  startSandboxWithOptions,
} from './session.ts'

const options = await readOptionsOrExit()
// The sandbox starts before the build, so that wrong options are reported immediately.
const sandbox = await startSandboxWithOptions(options)
await buildOrExit()
await startPortalWithOptions(options, sandbox.environment)
printAddresses(options, [createPortalRow(options), createSandboxRow(sandbox)])
