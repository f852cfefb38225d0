import { build } from 'vite'

/** A script with all that it imports, made small. Throws where that is more than one file. */
export async function inOnePiece(input: string, format: 'iife' | 'es'): Promise<string> {
  const built = await build({
    ...{ configFile: false, logLevel: 'warn' },
    build: {
      ...{ write: false, target: 'esnext', modulePreload: false },
      rolldownOptions: { input, output: { format } },
    },
  })
  const chunks = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const [chunk] = chunks
  if (chunk?.type !== 'chunk' || chunks.length > 1) throw new Error(`${input} is not in one piece`)
  return chunk.code.trim()
}
