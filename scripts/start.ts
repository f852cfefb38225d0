import { refusal } from '../server/refusal.ts'
import { start } from '../server/start.ts'
import { run } from './program.ts'
import { announce, begin, refuse, startSandboxFor } from './session.ts'

const { options, session } = await begin()
// Before the build, which takes its time: a mistake that stops the sandbox is told at once.
const sandbox = await startSandboxFor(options, session)

console.log('Building…')
const built = await run('astro', ['build'], { show: 'afterwards', signal: session.signal })
if (built.code !== 0) {
  console.error(built.output)
  refuse('The build failed; nothing was started.')
}

const portal = await start({ ...options, environment: sandbox.environment }).catch(
  (error: unknown) => refuse(refusal(error, options.port, 'PORT')),
)
session.add(portal.close)
announce(options, sandbox.url)
