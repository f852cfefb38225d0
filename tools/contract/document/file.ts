import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { contractDocument } from './document.ts'
import type { Form } from './schemas.ts'

const inDocs = (name: string) => fileURLToPath(new URL(`../../../docs/${name}`, import.meta.url))

/** Where the documents are written; git ignores the strict one. */
export const contractFiles: Readonly<Record<Form, string>> = {
  tolerant: inDocs('openapi.json'),
  strict: inDocs('openapi-strict.json'),
}

/** A document as its file should have it, formatted as every other file. */
export async function contractText(form: Form): Promise<string> {
  const filepath = contractFiles[form]
  return format(JSON.stringify(contractDocument(form)), {
    ...(await resolveConfig(filepath)),
    filepath,
  })
}

/** The document as its file has it; empty where there is none. */
export async function storedContract(): Promise<string> {
  return readFile(contractFiles.tolerant, 'utf8').catch(() => '')
}
