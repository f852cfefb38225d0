import { atom, type ReadableAtom } from 'nanostores'
import { loadConfiguration } from '../lib/configuration/load.ts'
import type { Environment } from '../lib/environment.ts'
import { failureMessage } from '../lib/failure.ts'
import type { Locale, Message } from '../lib/i18n/messages.ts'
import type { Person } from '../lib/identity/person.ts'
import { createPortal, type Portal } from './portal.ts'

/** What the content area shows (§1, §4). */
export type ShellState =
  | { status: 'loading' }
  | { status: 'failed'; reason: 'configuration' | 'session' | 'flags' | 'screen'; detail?: Message }
  | { status: 'ready' }

export interface Shell {
  $shell: ReadableAtom<ShellState>
  /** Whoever is signed in, from then on. */
  $person: ReadableAtom<Person | null>
  /** Configuration, sign-in, flags, in that order; ends where one of them fails. */
  start: () => Promise<void>
  signOut: () => Promise<void>
  /** Shows that the screen could not be fetched. */
  failScreen: () => void
}

/** @param onPortal receives what the screens share, before the first of them is shown */
export function createShell(
  environment: Environment,
  locale: Locale,
  onPortal: (portal: Portal) => void,
): Shell {
  const $shell = atom<ShellState>({ status: 'loading' })
  const $person = atom<Person | null>(null)
  let started: Portal | null = null

  function follow({ session, flags, dialogs }: Portal): void {
    session.$session.subscribe((state) => {
      if (state.status === 'signed-in') $person.set(state.person)
      if (state.status === 'failed') $shell.set({ status: 'failed', reason: 'session' })
      if (state.status === 'expired') {
        void dialogs
          .confirm({
            message: { key: 'failure:session' },
            detail: { key: 'shell:expired' },
            agree: { key: 'shell:signInAgain' },
          })
          .then((agreed) => (agreed ? session.signIn() : undefined))
      }
    })
    flags.$flags.listen((state) => {
      if (state.status === 'ready' && $shell.get().status !== 'ready') {
        $shell.set({ status: 'ready' })
      }
      if (state.status === 'failed') {
        $shell.set({ status: 'failed', reason: 'flags', detail: failureMessage(state.error) })
      }
    })
  }

  return {
    $shell,
    $person,
    start: async () => {
      try {
        const configuration = await loadConfiguration(environment)
        started = createPortal(environment, configuration, locale)
      } catch (error) {
        const detail = failureMessage(error)
        $shell.set({ status: 'failed', reason: 'configuration', detail })
        return
      }
      onPortal(started)
      follow(started)
      if (!(await started.session.start())) return
      try {
        await started.flags.start()
      } catch (error) {
        $shell.set({ status: 'failed', reason: 'flags', detail: failureMessage(error) })
      }
    },
    failScreen: () => {
      $shell.set({ status: 'failed', reason: 'screen' })
    },
    signOut: async () => {
      await started?.session.signOut()
    },
  }
}
