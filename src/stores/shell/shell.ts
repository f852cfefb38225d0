import { atom, type ReadableAtom } from 'nanostores'
import { loadConfiguration } from '../../lib/configuration/load.ts'
import { canRemember, type Environment } from '../../lib/environment.ts'
import { noteFailure } from '../../lib/failure.ts'
import type { Locale, Message } from '../../lib/i18n/messages.ts'
import type { Person } from '../../lib/identity/person.ts'
import type { Dialogs } from './dialogs.ts'
import { createPortal, type Portal } from './portal.ts'
import type { Session } from '../session/session.ts'

export type FailureReason =
  | 'insecure'
  | 'storage'
  | 'configuration'
  | 'session'
  | 'refresh'
  | 'signed-out'
  | 'ended'
  | 'flags'
  | 'screen'

/** What the content area shows (§1, §4). */
export type ShellState =
  | { status: 'loading' }
  | { status: 'failed'; reason: FailureReason; detail?: Message }
  | { status: 'ready' }

export interface Shell {
  $shell: ReadableAtom<ShellState>
  /** Who is signed in; null before and after. */
  $person: ReadableAtom<Person | null>
  /** Configuration, sign-in, flags, in that order; ends where one of them fails. */
  start: () => Promise<void>
  /** Can be called again after a failure. */
  signOut: () => Promise<void>
  /** Shows that the screen could not be fetched. */
  failScreen: (error: unknown) => void
}

interface Options {
  environment: Environment
  locale: Locale
  /** The configuration that the page came with; empty where its server filled in none. */
  configuration: string
  /** Receives the portal before a screen is shown. */
  onPortal: (portal: Portal) => void
}

export function createShell({ environment, locale, configuration, onPortal }: Options): Shell {
  const $shell = atom<ShellState>({ status: 'loading' })
  const $person = atom<Person | null>(null)
  let started: Portal | null = null
  let isAsking = false

  function fail(reason: FailureReason, detail?: Message): void {
    $shell.set({ status: 'failed', reason, ...(detail && { detail }) })
  }

  function failWith(reason: FailureReason, error: unknown, message?: Message): void {
    fail(reason, noteFailure(environment, `the page failed: ${reason}`, error, message))
  }

  async function offerSignIn(session: Session, dialogs: Dialogs): Promise<void> {
    if (isAsking) return
    isAsking = true
    try {
      const agreed = await dialogs.confirm({
        message: { key: 'failure:session' },
        detail: { key: 'shell:expired' },
        agree: { key: 'shell:signInAgain' },
      })
      // `isAsking` stays true until the browser has left, so that nobody is asked twice.
      if (agreed) await session.signIn()
    } finally {
      isAsking = false
    }
  }

  function follow({ session, flags, dialogs }: Portal): void {
    session.$session.subscribe((state) => {
      if (state.status === 'signed-in') $person.set(state.person)
      if (state.status === 'signing-out' || state.status === 'ended') {
        $person.set(null)
        dialogs.end()
      }
      if (state.status === 'signing-out') $shell.set({ status: 'loading' })
      if (state.status === 'ended') fail('ended', state.detail)
      if (state.status === 'failed') fail(state.reason, state.detail)
      if (state.status === 'signed-out') fail('signed-out', state.detail)
      if (state.status === 'expired') void offerSignIn(session, dialogs)
    })
    flags.$flags.listen((state) => {
      // The flag client goes on refreshing after a sign-out.
      if (!('person' in session.$session.get())) return
      if (state.status === 'ready' && $shell.get().status !== 'ready') {
        $shell.set({ status: 'ready' })
        void session.watch()
      }
      if (state.status === 'failed') {
        fail('flags', state.detail)
      }
    })
  }

  return {
    $shell,
    $person,
    start: async () => {
      if (!environment.isSecure) {
        fail('insecure')
        return
      }
      if (!canRemember(environment)) {
        fail('storage')
        return
      }
      try {
        const loaded = await loadConfiguration(environment, configuration)
        started = createPortal(environment, loaded, locale)
      } catch (error) {
        failWith('configuration', error)
        return
      }
      onPortal(started)
      follow(started)
      try {
        if (!(await started.session.start())) return
      } catch (error) {
        failWith('session', error, { key: 'shell:notAuthenticatedHelp' })
        return
      }
      try {
        await started.flags.start()
      } catch (error) {
        failWith('flags', error)
      }
    },
    failScreen: (error) => failWith('screen', error),
    signOut: async () => {
      await started?.session.signOut()
    },
  }
}
