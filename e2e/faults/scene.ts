import type { Locator, Page } from '@playwright/test'
import type { SandboxControl } from '../../test/sandbox.ts'
import type { Account } from '../pages/sign-in.ts'
import { Stage } from '../screens/stage.ts'
import type { Fault } from './strike.ts'

/** A fresh page of a portal, on practice data that nobody has touched. */
export class Scene extends Stage {
  readonly portal: string

  constructor(page: Page, portal: string, sandbox: SandboxControl) {
    super(page, portal, sandbox)
    this.portal = portal
  }

  /** Opens a path of this portal as somebody who is signed in. */
  open(path: string, account?: Account): Promise<void> {
    return this.signIn.open(new URL(path, this.portal).href, account)
  }

  get dialog(): Locator {
    return this.page.getByRole('alertdialog')
  }

  /** Closes a message, or answers a question. */
  answer(button: 'Sluiten' | 'Bevestigen' | 'Annuleren'): Promise<void> {
    return this.dialog.getByRole('button', { name: button }).click()
  }

  /** A failure in the page, which is no dialog. */
  get failure(): Locator {
    return this.page.locator('[role=alert]:visible').first()
  }

  /** The button of a failure in the page. */
  async retry(): Promise<void> {
    await this.failure.getByRole('button', { name: 'Opnieuw proberen' }).click()
  }

  /** A field of any step, by its name in the form. */
  field(name: string): Locator {
    return this.page.locator(`[id="${name}"]`)
  }
}

export type Go = (scene: Scene) => Promise<unknown>

/** Something that was typed or chosen: its field, and what shall still be in it; or where it is summed up. */
export type Typed = readonly [field: Locator, value: string | boolean | RegExp]

/** What somebody reads, and what they do about it. */
export interface Told {
  /** All of these stand there, and below them why it failed. */
  says: readonly string[]
  /** It is the same whatever the reason, which is not told. */
  hasNoReason?: true
  at: (scene: Scene) => Locator
  /** The fault is over: goes on. */
  again: Go
}

/** A failure in the page, with its button. */
export const inPage = (...says: readonly string[]): Told => ({
  says,
  at: ({ failure }) => failure,
  again: (scene) => scene.retry(),
})

/** A dialog, after which the same is done again. */
export const inDialog = (act: Go, ...says: readonly string[]): Told => ({
  says,
  at: ({ dialog }) => dialog,
  again: async (scene) => {
    await scene.answer('Sluiten')
    await act(scene)
  },
})

/** What is asked before a write is sent again whose end is not known, where no header tells repetitions. */
export interface Question {
  text: string
  answer: 'Bevestigen' | 'Annuleren'
  /** What is told once it was sent again. */
  then?: string
}

/** A call that a screen makes: the way there, what a fault of it is like, and the way on. */
export interface Row {
  /** Tells the calls of one screen from each other where one call is made several times. */
  when?: string
  /** On the sandbox, where the descriptor's path would match other calls as well. */
  path?: string
  /** Up to the call. */
  before: Go
  /** Makes the call. */
  act: Go
  /** What the fault is like; null where nothing is said (§8), and everything goes on without the answer. */
  told: Told | null
  /** 500 unless given. */
  fault?: Fault
  question?: Question
  /** What was typed before the call. */
  typed: (scene: Scene) => readonly Typed[]
  /** Whether the form is there only in the end, not yet while the failure is told. */
  hidesForm?: true
  /** From what stands there to the flow's end, or to the screen that works again. */
  end: Go
}
