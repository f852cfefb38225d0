import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder with package.json. */
export const PROJECT = fileURLToPath(new URL('../..', import.meta.url))

/** Run by file rather than by name: then each runs on this very Node, whatever the PATH holds. */
const PROGRAMS = {
  astro: 'astro/bin/astro.mjs',
  eslint: 'eslint/bin/eslint.js',
  knip: 'knip/bin/knip.js',
  playwright: '@playwright/test/cli.js',
  prettier: 'prettier/bin/prettier.cjs',
  vitest: 'vitest/vitest.mjs',
}

type Program = keyof typeof PROGRAMS
export type Runnable = Program | `tools/${string}.ts`

export interface Ended {
  /** 0: fine; null: ended by a signal. */
  code: number | null
  /** Everything it printed, where `show` is `afterwards`. */
  output: string
}

/**
 * Runs one of the project's programs, or a script of ours by its path (`tools/….ts`), in the
 * project's folder. `show`: print as it runs, or hand the output back. A program that fails is no
 * rejection. `signal` ends it, and then nothing comes back: whoever fires it is leaving.
 */
export function run(
  runnable: Runnable,
  parameters: readonly string[],
  options: {
    show: 'at once' | 'afterwards'
    environment?: Readonly<Record<string, string>>
    signal?: AbortSignal
  },
): Promise<Ended> {
  const file = runnable in PROGRAMS ? `node_modules/${PROGRAMS[runnable as Program]}` : runnable
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...parameters], {
      cwd: PROJECT,
      env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', ...options.environment },
      stdio: ['ignore', ...outputs(options.show)],
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

const outputs = (show: 'at once' | 'afterwards') =>
  show === 'at once' ? (['inherit', 'inherit'] as const) : (['pipe', 'pipe'] as const)
