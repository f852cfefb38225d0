import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { createContractDocument } from './document/document.ts'
import type { ResponseForm } from './document/schemas.ts'

const FILES = {
  tolerant: new URL('../../docs/openapi.json', import.meta.url),
  strict: new URL('../../docs/openapi-strict.json', import.meta.url),
}

export const formatContract = async (form: ResponseForm): Promise<string> =>
  format(JSON.stringify(createContractDocument(form)), {
    ...(await resolveConfig(FILES[form])),
    parser: 'json',
  })

export const readStoredContract = () => readFile(FILES.tolerant, 'utf8')

if (import.meta.main) {
  for (const form of ['tolerant', 'strict'] as const) {
    await writeFile(FILES[form], await formatContract(form))
  }
}
