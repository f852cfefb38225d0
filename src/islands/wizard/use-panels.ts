import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { withLaterTexts } from './later-texts.ts'

type Panels = typeof import('./panels.tsx')

type State<Made> = { status: 'loading' } | { status: 'failed' } | { status: 'loaded'; panels: Made }

let fetched: Panels | null = null

/** Fetches what every step but the first takes, with its texts. */
export async function fetchPanels(): Promise<Panels> {
  fetched = await withLaterTexts(import('./panels.tsx'))
  return fetched
}

/**
 * What every step but the first takes, fetched once that one is on the screen, if it is not there by then.
 *
 * @param make makes, once, what is needed of them
 */
export function usePanels<Made>(make: (steps: Panels) => Made): State<Made> {
  const [state, setState] = useState<State<Made>>(() =>
    fetched ? { status: 'loaded', panels: make(fetched) } : { status: 'loading' },
  )
  const { status } = state
  const makeNow = useEffectEvent(make)
  useEffect(() => {
    if (status !== 'loading') return
    fetchPanels()
      .then(makeNow)
      .then(
        // In slices: the first step takes input meanwhile.
        (made) => startTransition(() => setState({ status: 'loaded', panels: made })),
        () => setState({ status: 'failed' }),
      )
  }, [status])
  return state
}
