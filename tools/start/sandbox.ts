import { announce, begin, sandboxAt, startSandboxFor } from './session.ts'

// The portal may already run.
const options = await begin({ besidePortal: false })
const sandbox = await startSandboxFor(options)
announce(options, [sandboxAt(sandbox)])
