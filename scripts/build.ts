import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT, run } from './program.ts'
import type { Ended } from './program.ts'

/** Builds the portal into `dist/`, after a look at the messages: a page must not miss a text. */
export async function build(): Promise<Ended> {
  const messages = await run('scripts/check-messages.ts', [], { show: 'at once' })
  return messages.code === 0 ? run('astro', ['build'], { show: 'at once' }) : messages
}

/** Builds where there is no build. */
export async function buildOnce(): Promise<void> {
  if (!existsSync(join(PROJECT, 'dist'))) await build()
}

if (import.meta.main) process.exitCode = (await build()).code ?? 1
