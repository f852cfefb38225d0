import { printAddresses, readStartOptions, sandboxAt, startSandboxFor } from './session.ts'

// The portal's port may be in use, because a portal may already be running.
const options = await readStartOptions({ besidePortal: false })
const sandbox = await startSandboxFor(options)
printAddresses(options, [sandboxAt(sandbox)])
