import { start } from '../server/start.ts'
import { run } from './program.ts'
import { announce, begin, startSandboxFor } from './session.ts'

const { options, session } = await begin()

console.log('Building…')
const built = await run('astro', ['build'], { show: 'afterwards', signal: session.signal })
if (built.code !== 0) {
  console.error(built.output)
  console.error('The build failed; nothing was started.')
  process.exit(1)
}

const sandbox = await startSandboxFor(options, session)
const portal = await start({ ...options, environment: sandbox.environment })
session.add(portal.close)
announce(portal.url, sandbox.url)
