import {
  printAddresses,
  readOptionsOrExit,
  createSandboxRow,
  startSandboxWithOptions,
} from './session.ts'

// The portal's port is not checked, because a portal may already be running there.
const options = await readOptionsOrExit({ besidePortal: false })
const sandbox = await startSandboxWithOptions(options)
printAddresses(options, [createSandboxRow(sandbox)])
