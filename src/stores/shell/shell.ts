import { atom } from 'nanostores'
import { loadConfiguration } from '../../lib/configuration/load.ts'
import { canUseTabStorage, type Environment } from '../../lib/environment.ts'
import { logFailure } from '../../lib/failure.ts'
import { forgetExpired, isPageOutdated, rememberVersion } from '../../lib/remembered.ts'
import type { Locale, Message } from '../../lib/i18n/messages.ts'
import type { Person } from '../../lib/identity/user.ts'
import type { Dialogs } from './dialogs.ts'
import { createPortal, type Portal } from './portal.ts'
import type { Session, SessionFailure } from '../session/session.ts'

type PageFailure = 'insecure' | 'storage' | 'configuration' | 'flags' | 'screen'
export type FailureReason = SessionFailure | PageFailure

export type PageShellState =
  | { status: 'loading' }
  | { status: 'failed'; reason: FailureReason; detail?: Message | undefined }
  | { status: 'ready' }

interface Options {
  environment: Environment
  locale: Locale
  configuration: string
  onPortal: (portal: Portal) => void
}

/** Asks for confirmation if a sign-out would discard unfinished work. */
async function confirmSignOut({ environment, dialogs }: Portal, person: Person): Promise<boolean> {
  const unfinished = await import('../form/drafts.ts').then(
    ({ listUnfinishedTexts: unfinishedTexts }) => unfinishedTexts({ environment, person }),
    (): Message[] => [{ key: 'shell:perhapsUnfinished' }],
  )
  if (unfinished.length === 0) return true
  return dialogs.confirm({
    isRisky: true,
    message: { key: 'shell:signOutQuestion' },
    about: unfinished,
    detail: { key: 'shell:signOutKeeps' },
    agree: { key: 'shell:signOut' },
  })
}

/** Creates the store that starts a page and reports its failures. */
export function createPageShell({ environment, locale, configuration, onPortal }: Options) {
  const $shell = atom<PageShellState>({ status: 'loading' })
  const $person = atom<Person | null>(null)
  let started: Portal | null = null
  let isAsking = false

  function fail(reason: FailureReason, detail?: Message): void {
    $shell.set({ status: 'failed', reason, detail })
  }

  function failWith(reason: FailureReason, error: unknown, message?: Message): void {
    fail(reason, logFailure(environment, `the page failed: ${reason}`, error, message))
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
      // `isAsking` stays true until the browser leaves the page.
      if (agreed) await session.signIn()
    } finally {
      isAsking = false
    }
  }

  /** Offers a reload after another portal version was opened. */
  function watchVersion({ dialogs }: Portal): void {
    const stop = environment.on('shared', () => {
      if (!isPageOutdated(environment)) return
      stop()
      const answered = dialogs.confirm({
        message: { key: 'shell:outdated' },
        detail: { key: 'shell:outdatedHelp' },
        agree: { key: 'shell:reload' },
      })
      void answered.then((agreed) => agreed && environment.reload())
    })
  }

  function follow({ session, flags, dialogs }: Portal): void {
    session.$session.subscribe((state) => {
      const { status } = state
      if (status === 'signed-in') $person.set(state.person)
      if (status === 'signing-out' || (status === 'failed' && state.reason === 'ended')) {
        $person.set(null)
        dialogs.end()
      }
      if (status === 'signing-out') $shell.set({ status: 'loading' })
      if (status === 'failed') $shell.set(state)
      if (status === 'expired') void offerSignIn(session, dialogs)
    })
    flags.$flags.listen((state) => {
      // The flag client keeps polling after a sign-out.
      if (!('person' in session.$session.get())) return
      const shown = $shell.get()
      const isAwaited =
        shown.status === 'failed' ? shown.reason === 'flags' : shown.status !== 'ready'
      if (state.status === 'ready' && isAwaited) {
        $shell.set({ status: 'ready' })
        void session.watch()
      }
      if (state.status === 'failed') fail('flags', state.detail)
    })
  }

  return {
    $shell,
    $person,
    /** Loads the configuration, signs in and waits for the flags. */
    start: async (): Promise<void> => {
      if (!environment.isSecure || !canUseTabStorage(environment)) {
        fail(environment.isSecure ? 'storage' : 'insecure')
        return
      }
      rememberVersion(environment)
      forgetExpired(environment)
      let stage: 'configuration' | 'session' | 'flags' = 'configuration'
      try {
        const loaded = await loadConfiguration(environment, configuration)
        started = createPortal(environment, loaded, locale)
        stage = 'session'
        onPortal(started)
        follow(started)
        watchVersion(started)
        if (!(await started.session.start())) return
        stage = 'flags'
        await started.flags.start()
      } catch (error) {
        const help = { key: 'shell:notAuthenticatedHelp' } as const
        failWith(stage, error, stage === 'session' ? help : undefined)
      }
    },
    failScreen: (error: unknown) => failWith('screen', error),
    /** Signs out, after confirmation if unfinished work would be lost. */
    signOut: async (): Promise<void> => {
      const person = $person.get()
      if (!started || (person && !(await confirmSignOut(started, person)))) return
      await started.session.signOut()
    },
  }
}
