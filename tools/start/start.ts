import { announce, begin, buildFor, startPortalFor, startSandboxFor } from './session.ts'

const { options, session } = await begin()
// Before the build, which takes its time: a mistake that stops the sandbox shows at once.
const sandbox = await startSandboxFor(options, session)
await buildFor(session)
await startPortalFor(options, session, sandbox.environment)
announce(options, sandbox.url)
