import { runProgram } from '../programs/program.ts'
import {
  printAddresses,
  readOptionsOrExit,
  createPortalRow,
  createSandboxRow,
  signal,
  startSandboxWithOptions,
} from './session.ts'

const options = await readOptionsOrExit()
const sandbox = await startSandboxWithOptions(options)
printAddresses(options, [createPortalRow(options), createSandboxRow(sandbox)])

const { code } = await runProgram(
  'astro',
  ['dev', '--port', String(options.port), '--host', options.host],
  { show: 'at once', environment: sandbox.environment, signal },
)
process.exit(code ?? 1)
