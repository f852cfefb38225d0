import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { contractDocument } from './document/document.ts'
import type { AnswerForm } from './document/schemas.ts'

/** Paths of the documents. Git ignores the strict one. */
const FILES = {
  tolerant: new URL('../../docs/openapi.json', import.meta.url),
  strict: new URL('../../docs/openapi-strict.json', import.meta.url),
}

/** Returns the formatted text of a document. */
export const contractText = async (form: AnswerForm): Promise<string> =>
  format(JSON.stringify(contractDocument(form)), {
    ...(await resolveConfig(FILES[form])),
    parser: 'json',
  })

/** Reads the stored document. */
export const readStoredContract = () => readFile(FILES.tolerant, 'utf8')

if (import.meta.main) {
  for (const form of ['tolerant', 'strict'] as const) {
    await writeFile(FILES[form], await contractText(form))
  }
}
