import { atom } from 'nanostores'
import type { Message } from '../../lib/i18n/messages.ts'

export interface DialogLink {
  address: URL
  label?: Message
  download?: string
}

/** Texts of a question or message in the dialog area (§1). */
export interface DialogContent {
  message: Message
  /** Title and texts about a completed save, shown above the message. */
  before?: readonly Message[]
  about?: readonly Message[]
  detail?: Message | undefined
  link?: DialogLink
  /** Label of the button that agrees, by default 'Bevestigen' or 'Sluiten'. */
  agree?: Message
  /** Label of the button that declines, if declining has an effect. */
  decline?: Message
  /** True if agreeing is risky, so that declining gets the focus. */
  isRisky?: boolean
}

export interface Dialog extends DialogContent {
  kind: 'alert' | 'confirm'
  answer: (agreed: boolean) => void
}

export type Dialogs = ReturnType<typeof createDialogs>

/** Functions that show messages and questions, also in list rows. */
export type DialogFunctions = Pick<Dialogs, 'alert' | 'confirm'>

export function createDialogs() {
  const $dialog = atom<Dialog | null>(null)
  let last: Promise<unknown> = Promise.resolve()

  function open(kind: Dialog['kind'], content: DialogContent): Promise<boolean> {
    const answered = last.then(() => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const answer = (agreed: boolean) => {
        $dialog.set(null)
        resolve(agreed)
      }
      $dialog.set({ kind, ...content, answer })
      return promise
    })
    // A failed dialog does not block the next dialog.
    last = answered.catch(() => $dialog.set(null))
    return answered
  }

  return {
    $dialog,
    alert: async (content: DialogContent): Promise<void> => {
      await open('alert', content)
    },
    confirm: (content: DialogContent) => open('confirm', content),
    end: (): void => {
      last = Promise.withResolvers().promise
      $dialog.set(null)
    },
  }
}
