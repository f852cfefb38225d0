import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { contractDocument } from './document/document.ts'
import type { Form } from './document/schemas.ts'

/** Where the documents are written; git ignores the strict one. */
const FILES = {
  tolerant: new URL('../../docs/openapi.json', import.meta.url),
  strict: new URL('../../docs/openapi-strict.json', import.meta.url),
}

/** A document as its file should have it, formatted as every other file. */
export const contractText = async (form: Form): Promise<string> =>
  format(JSON.stringify(contractDocument(form)), {
    ...(await resolveConfig(FILES[form])),
    parser: 'json',
  })

/** The document as its file has it. */
export const storedContract = () => readFile(FILES.tolerant, 'utf8')

if (import.meta.main) {
  for (const form of ['tolerant', 'strict'] as const) {
    await writeFile(FILES[form], await contractText(form))
  }
}
