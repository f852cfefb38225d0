import { fileURLToPath } from 'node:url'

/** Where the practice data lies unless somebody says otherwise (contract §5); git ignores it. */
export const databaseFile = fileURLToPath(new URL('../../.sandbox/sandbox.db', import.meta.url))
