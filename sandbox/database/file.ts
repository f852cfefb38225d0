import { fileURLToPath } from 'node:url'

/** Default file of the practice data (contract §5), which git ignores. */
export const databaseFile = fileURLToPath(new URL('../../.sandbox/sandbox.db', import.meta.url))
