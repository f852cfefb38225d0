import { announce, begin, sandboxAt, startSandboxFor } from './session.ts'

// The portal may run already, or elsewhere.
const options = await begin({ besidePortal: false })
const sandbox = await startSandboxFor(options)
announce(options, [sandboxAt(sandbox)])
