import { atom, readonlyType } from 'nanostores'
import { logError, type Environment } from '../../lib/environment.ts'

/** Copies a text, as it is when that is asked for, and holds whether the browser has allowed it. Never fails. */
export function createCopying(environment: Pick<Environment, 'copy' | 'log'>, text: () => string) {
  const $copying = atom<'not-asked' | 'copied' | 'refused'>('not-asked')
  return {
    $copying: readonlyType($copying),
    copy: async () => {
      // Told again when it is asked for again.
      $copying.set('not-asked')
      try {
        await environment.copy(text())
        $copying.set('copied')
      } catch (error) {
        logError(environment, 'the clipboard refused', error)
        $copying.set('refused')
      }
    },
  }
}
