import { fileURLToPath } from 'node:url'

/** Default path of the database file (contract §5), ignored by git. */
export const databaseFile = fileURLToPath(new URL('../../.sandbox/sandbox.db', import.meta.url))
