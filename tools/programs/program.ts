import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

export const PROJECT_FOLDER = fileURLToPath(new URL('../..', import.meta.url))

/** Scripts of the tools, to run on the current Node. */
const PROGRAMS = {
  astro: 'astro/bin/astro.mjs',
  eslint: 'eslint/bin/eslint.js',
  knip: 'knip/bin/knip.js',
  playwright: '@playwright/test/cli.js',
  prettier: 'prettier/bin/prettier.cjs',
  vitest: 'vitest/vitest.mjs',
}

type Program = keyof typeof PROGRAMS
export type RunnableScript = Program | `tools/${string}.ts`

export interface ProgramResult {
  code: number | null
  output: string
}

/** Runs a program, and never resolves after `signal` is aborted. */
export function runProgram(
  runnable: RunnableScript,
  parameters: readonly string[],
  options: {
    show: 'at once' | 'afterwards'
    environment?: Readonly<Record<string, string>>
    signal?: AbortSignal
  },
): Promise<ProgramResult> {
  const file = runnable in PROGRAMS ? `node_modules/${PROGRAMS[runnable as Program]}` : runnable
  const output = options.show === 'at once' ? 'inherit' : 'pipe'
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...parameters], {
      cwd: PROJECT_FOLDER,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...options.environment },
      stdio: ['ignore', output, output],
      ...(options.signal && { signal: options.signal }),
    })
    const chunks: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => chunks.push(chunk))
    }
    const unlessStopped = (act: () => void) => {
      if (!options.signal?.aborted) act()
    }
    child.on('error', (error) => unlessStopped(() => reject(error)))
    child.on('close', (code) =>
      unlessStopped(() => resolve({ code, output: Buffer.concat(chunks).toString() })),
    )
  })
}
