import { printAddresses, readStartOptions, sandboxAt, startSandboxFor } from './session.ts'

// The portal may already run.
const options = await readStartOptions({ besidePortal: false })
const sandbox = await startSandboxFor(options)
printAddresses(options, [sandboxAt(sandbox)])
