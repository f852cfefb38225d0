import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'

/** As the tracer wants it: null for what is not there. */
async function readScript(path: string): Promise<string | null> {
  const source = await readFile(path, 'utf8').catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EISDIR') return null
    throw error
  })
  return source !== null && path.endsWith('.ts') ? stripTypeScriptTypes(source) : source
}

/**
 * Every file that programs load or may load, near or far, with the `package.json` of each package.
 *
 * @param entries paths in `project`, as all those that come back
 * @throws where one of them loads something that is not there
 */
export async function loadedFiles(project: string, entries: readonly string[]): Promise<string[]> {
  const absolute = entries.map((entry) => join(project, entry))
  const { fileList, warnings } = await nodeFileTrace(absolute, {
    base: project,
    processCwd: project,
    readFile: readScript,
  })
  if (warnings.size > 0) throw new Error([...warnings].map(({ message }) => message).join('\n'))
  return [...fileList].sort()
}
