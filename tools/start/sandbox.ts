import { printAddresses, readStartOptions, createSandboxRow, startSandboxFor } from './session.ts'

// Ignores the portal's port, which a running portal may use.
const options = await readStartOptions({ besidePortal: false })
const sandbox = await startSandboxFor(options)
printAddresses(options, [createSandboxRow(sandbox)])
