import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { addTexts, pageLocale } from '../../lib/i18n/page.ts'

const words = {
  nl: () => import('../../lib/i18n/messages/nl/later/wizard.json'),
  en: () => import('../../lib/i18n/messages/en/later/wizard.json'),
}

/** Fetches the texts of what follows the wizard's first step, with what shows them. */
export async function withLaterTexts<Module>(shown: Promise<Module>): Promise<Module> {
  const [texts] = await Promise.all([words[pageLocale()](), shown])
  addTexts('wizard', texts.default)
  return shown
}

type State<Made> = { status: 'loading' | 'failed' } | { status: 'loaded'; made: Made }

/**
 * What is fetched once what asks for it is on the screen, if it is not `there` by then.
 *
 * @param make makes, once, what is needed of it
 */
export function useLater<Module, Made>(
  fetchModule: () => Promise<Module>,
  make: (module: Module) => Made,
  there: Module | null = null,
): State<Made> {
  const [state, setState] = useState<State<Made>>(() =>
    there ? { status: 'loaded', made: make(there) } : { status: 'loading' },
  )
  const { status } = state
  const fetchAndMake = useEffectEvent(async () => make(await fetchModule()))
  useEffect(() => {
    if (status !== 'loading') return
    fetchAndMake().then(
      // In slices: the first step takes input meanwhile.
      (made) => startTransition(() => setState({ status: 'loaded', made })),
      () => setState({ status: 'failed' }),
    )
  }, [status])
  return state
}

type Panels = typeof import('./panels.tsx')

let fetched: Panels | null = null

/** Fetches what every step but the first takes, with its texts. */
export async function fetchPanels(): Promise<Panels> {
  fetched = await withLaterTexts(import('./panels.tsx'))
  return fetched
}

export const usePanels = <Made>(make: (panels: Panels) => Made) =>
  useLater(fetchPanels, make, fetched)
