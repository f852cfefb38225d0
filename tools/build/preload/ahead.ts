import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const ENTRY = fileURLToPath(new URL('../../../src/layouts/ahead/ahead.client.ts', import.meta.url))

/** The script that stands inside the pages, in one piece: what it imports, and nothing that is loaded. */
export async function aheadScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'esnext',
      modulePreload: false,
      rolldownOptions: { input: ENTRY, output: { format: 'iife' } },
    },
  })
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const [chunk] = chunks
  if (chunk?.type !== 'chunk' || chunks.length > 1) throw new Error('It is not in one piece')
  if (chunk.code.includes('</script')) throw new Error('It would end its own element')
  return chunk.code.trim()
}
