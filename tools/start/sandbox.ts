import {
  printAddresses,
  readOptionsOrExit,
  createSandboxRow,
  startSandboxWithOptions,
} from './session.ts'

// A running portal may already use the portal's port.
const options = await readOptionsOrExit({ besidePortal: false })
const sandbox = await startSandboxWithOptions(options)
printAddresses(options, [createSandboxRow(sandbox)])
