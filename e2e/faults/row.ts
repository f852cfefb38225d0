import type { Locator, Page } from '@playwright/test'
import type { CallName } from '../../test/answer-uses.ts'
import type { SandboxControl } from '../../test/sandbox.ts'
import type { Account } from '../pages/sign-in.ts'
import { Stage } from '../screens/stage.ts'
import type { FaultName } from './faults.ts'

/** With the idempotency header, and without. */
export type Header = 'with the header' | 'without the header'

/** A fresh page of one of the two portals, on practice data that nobody has touched. */
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

/** What the portal has to say of a fault. */
export interface Words {
  text: string
  /** What the service gave as its reasons; null where it did not answer with a status. */
  reasons: string | null
}

/** What somebody reads, and what they do about it. */
export interface Told {
  /** All of these stand there. */
  texts: (words: Words) => readonly string[]
  at: (scene: Scene) => Locator
  /** The fault is over: goes on. */
  again: Go
}

/** What failed, and why. */
export const after =
  (...introduction: readonly string[]): Told['texts'] =>
  ({ text }) => [...introduction, text]

/** The same whatever the reason. */
export const only =
  (...texts: readonly string[]): Told['texts'] =>
  () =>
    texts

/** A question that is asked before a write is sent again. */
export interface Question {
  text: string
  /** Of an attempt whose end is unknown: where a look-up finds nothing of it, where it was made, or each time. */
  when: 'nothing is found' | 'it is there' | 'always'
  /** What is told once it was sent again. */
  then?: string
  /** Where it was made after all, whoever has looked says no. */
  isDeclinedWhenThere?: true
}

/** A call that a screen makes: the way there, what a failure of it is like, and the way on. */
export interface Row {
  /** Tells the calls of one screen from each other where one call is made several times. */
  when?: string
  /** On the sandbox, where the descriptor's path would match other calls as well. */
  path?: string
  /** Up to the call. */
  before: Go
  /** Makes the call. */
  act: Go
  /** Null: nothing is said (§8), and everything goes on without the answer. */
  told: Told | null
  /** Faults that mean something else to this call. */
  meanings?: Partial<Record<FaultName, Told | 'nothing'>>
  /** What was typed before the call. */
  typed: (scene: Scene) => readonly Typed[]
  /** Whether the form is there while the failure is told; otherwise its fields are looked at in the end. */
  hidesForm?: true
  /** Asked without the header before the write is sent again; a write without one may be sent at any time. */
  question?: Question
  /** Why the header makes no difference. */
  sameWithout?: string
  /** From what stands there to the flow's end, or to the screen that works again. */
  end: Go
  /** The same where no fault was noticed; `end` unless given. */
  endUnharmed?: Go
  /** What the flow has made, by what it is. */
  rows: (sandbox: SandboxControl) => Promise<Readonly<Record<string, number>>>
  /** How much of it there shall be. */
  made: Readonly<Record<string, number>>
  /** Where only one of the two portals makes the call. */
  header?: Header
  /** The one fault that this row is about. */
  only?: FaultName
  /** Faults that are the same as another for this call, and why. */
  merged?: Partial<Record<FaultName, string>>
}

/** The calls of one screen. */
export type Rows = Partial<Record<CallName, Row | readonly Row[]>>
