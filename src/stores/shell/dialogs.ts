import { atom } from 'nanostores'
import type { Message } from '../../lib/i18n/messages.ts'

/** A link in a dialog; without a label it shows its address. */
export interface DialogLink {
  address: URL
  label?: Message
  /** File name under which it is downloaded instead of opened. */
  download?: string
}

/** What a question or a message in the dialogs area says (§1). */
export interface Content {
  message: Message
  /** What has ended well, above the question that follows it: a title, and what there is to say. */
  before?: readonly Message[]
  /** What it is about, each in a paragraph below the message. */
  about?: readonly Message[]
  /** Says more below the message: what happened and what to do. */
  detail?: Message | undefined
  link?: DialogLink
  /** Label of the button that agrees, where 'Bevestigen' or 'Sluiten' says too little. */
  agree?: Message
  /** Label of the button that declines, where that does something as well: closing the dialog is then no answer. */
  decline?: Message
  /** Agreeing may do something twice, or undo something: the button that declines has the focus. */
  isRisky?: boolean
}

export interface Dialog extends Content {
  kind: 'alert' | 'confirm'
  answer: (agreed: boolean) => void
}

export type Dialogs = ReturnType<typeof createDialogs>

/** Asks and tells the user something: in dialogs, or in a row of a list. */
export type Conversation = Pick<Dialogs, 'alert' | 'confirm'>

export function createDialogs() {
  /** The dialog on the screen; others wait until it is closed. */
  const $dialog = atom<Dialog | null>(null)
  let last: Promise<unknown> = Promise.resolve()

  function open(kind: Dialog['kind'], content: Content): Promise<boolean> {
    const answered = last.then(
      () =>
        new Promise<boolean>((resolve) => {
          const answer = (agreed: boolean) => {
            $dialog.set(null)
            resolve(agreed)
          }
          $dialog.set({ kind, ...content, answer })
        }),
    )
    // A dialog that could not be shown rejects for its caller, and does not block the next one.
    last = answered.catch(() => $dialog.set(null))
    return answered
  }

  return {
    $dialog,
    /** Resolves once the user has closed it. */
    alert: async (content: Content): Promise<void> => {
      await open('alert', content)
    },
    confirm: (content: Content) => open('confirm', content),
    /** Closes the dialog without an answer and shows no other, since the user has gone. */
    end: (): void => {
      last = new Promise(() => {
        // Never resolves: dialogs that wait are never shown.
      })
      $dialog.set(null)
    },
  }
}
