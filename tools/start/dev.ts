import { runProgram } from '../programs/program.ts'
import {
  printAddresses,
  readStartOptions,
  createPortalRow,
  createSandboxRow,
  signal,
  startSandboxFor,
} from './session.ts'

const options = await readStartOptions()
const sandbox = await startSandboxFor(options)
printAddresses(options, [createPortalRow(options), createSandboxRow(sandbox)])

const { code } = await runProgram(
  'astro',
  ['dev', '--port', String(options.port), '--host', options.host],
  { show: 'at once', environment: sandbox.environment, signal },
)
process.exit(code ?? 1)
