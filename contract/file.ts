import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { contractDocument } from './document.ts'

/** Where the document is kept. */
export const contractFile = fileURLToPath(new URL('../docs/openapi.json', import.meta.url))

/** The document as the file should have it, formatted as every other file. */
export async function contractText(): Promise<string> {
  const options = await resolveConfig(contractFile)
  return format(JSON.stringify(contractDocument()), { ...options, filepath: contractFile })
}

/** The document as the file has it; empty where there is none. */
export async function storedContract(): Promise<string> {
  return readFile(contractFile, 'utf8').catch(() => '')
}
