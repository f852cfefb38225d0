import { run } from './program.ts'
import type { Ended } from './program.ts'

/** Builds the portal into `dist/`, after a look at the messages: a page must not miss a text. */
export async function build(): Promise<Ended> {
  const messages = await run('scripts/check-messages.ts', [], { show: 'at once' })
  return messages.code === 0 ? run('astro', ['build'], { show: 'at once' }) : messages
}

if (import.meta.main) process.exitCode = (await build()).code ?? 1
