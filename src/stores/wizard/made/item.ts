import { computed, type ReadableAtom } from 'nanostores'
import type { Place } from '../../../lib/domain/place.ts'
import type { Environment } from '../../../lib/environment.ts'
import type { Failure } from '../../../lib/failure.ts'
import type { Message } from '../../../lib/i18n/messages.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { WizardDraft } from '../draft.ts'
import { createCreation, type CreateError } from './creation.ts'
import { createLookup, type LookupOptions } from './lookup.ts'

/** What is made in a wizard is made for this place, and remembered in this draft. */
export interface WizardContext {
  environment: Environment
  /** For real or as a dry run, as the flag has it when it is asked for. */
  gatewayNow: () => Gateway
  place: Place
  draft: WizardDraft
}

/** How something stands in the accounting package, with what is known of it where it exists. */
export type ItemState<Existing> =
  | { status: 'empty' }
  | { status: 'invalid' }
  | { status: 'checking' }
  | ({ status: 'existing' } & Existing)
  /** There is none of that number or code yet; it can be made. */
  | { status: 'missing'; error: CreateError | null }
  | { status: 'creating' }
  | { status: 'failed'; message: Failure }

interface Options<Found, Existing> extends LookupOptions<Found> {
  existing: (found: Found) => Existing
  /** What `existing` depends on beside what was found. */
  sources?: readonly ReadableAtom[]
  /** Introduces the accounting package's reasons for a refusal. */
  refused: Message
  /** Receives what is typed. */
  keep: (text: string) => void
  /** Makes what is missing. Resolves with why it is not made, where nobody was asked to make it. */
  make: (text: string) => Promise<Message | null>
  afterFailure: (error: unknown, text: string) => Promise<void>
}

/** Something of the accounting package by its number or code (§4): looked up, and made where it is missing. */
export function createItem<Found, Existing>(options: Options<Found, Existing>) {
  const { existing, sources = [], refused, keep, make, afterFailure } = options
  const lookup = createLookup(options)
  const creation = createCreation(options.environment, refused)
  const { $text, $lookup } = lookup
  const textNow = () => $text.get().trim()

  const $state = computed(
    [$lookup, creation.$creation, ...sources],
    (state, making): ItemState<Existing> => {
      if (making.status === 'creating') return making
      if (state.status !== 'checked') return state
      if (state.found === null) return { status: 'missing', error: making.error }
      return { status: 'existing', ...existing(state.found) }
    },
  )

  /** Nothing changes while it is made; what was refused before is no longer meant. */
  async function change(look: () => Promise<void> | void): Promise<void> {
    if (!creation.isResting()) return
    creation.forget()
    const looked = look()
    keep($text.get())
    await looked
  }

  return {
    $text,
    $state,
    lookup,
    creation,
    textNow,
    /** It is being typed. */
    input: (text: string) => void change(() => lookup.input(text)),
    /** Looks up at once what was searched for. */
    choose: (text: string) => change(() => lookup.lookUp(text)),
    /** Looks it up again. */
    retry: async () => {
      if (creation.isResting()) await lookup.retry()
    },
    /** Makes what is missing. */
    create: async () => {
      if ($state.get().status !== 'missing') return
      const text = textNow()
      const refusal = await creation.run(
        () => make(text),
        (error) => afterFailure(error, text),
      )
      if (refusal !== null) creation.refuse(refusal)
    },
  }
}
