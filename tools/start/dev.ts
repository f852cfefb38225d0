import { run } from '../programs/program.ts'
import {
  printAddresses,
  readStartOptions,
  portalAt,
  sandboxAt,
  signal,
  startSandboxFor,
} from './session.ts'

const options = await readStartOptions()
const sandbox = await startSandboxFor(options)
printAddresses(options, [portalAt(options), sandboxAt(sandbox)])

const { code } = await run(
  'astro',
  ['dev', '--port', String(options.port), '--host', options.host],
  { show: 'at once', environment: sandbox.environment, signal },
)
process.exit(code ?? 1)
