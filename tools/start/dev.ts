import { run } from '../programs/program.ts'
import { announce, begin, startSandboxFor } from './session.ts'

const { options, session } = await begin()
const sandbox = await startSandboxFor(options, session)
announce(options, sandbox.url)

const { code } = await run(
  'astro',
  ['dev', '--port', String(options.port), '--host', options.host],
  { show: 'at once', environment: sandbox.environment, signal: session.signal },
)
process.exit(code ?? 1)
