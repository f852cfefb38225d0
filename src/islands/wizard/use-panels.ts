import { startTransition, useEffect, useEffectEvent, useState } from 'react'

type Panels = typeof import('./panels.tsx')

type State<Made> = { status: 'loading' } | { status: 'failed' } | { status: 'loaded'; made: Made }

/**
 * What every step but the first takes, fetched once that one is on the screen.
 *
 * @param make makes, once, what is needed of them
 */
export function usePanels<Made>(make: (steps: Panels) => Made): State<Made> {
  const [state, setState] = useState<State<Made>>({ status: 'loading' })
  const makeNow = useEffectEvent(make)
  useEffect(() => {
    import('./panels.tsx').then(makeNow).then(
      // In slices: the first step takes input meanwhile.
      (made) => startTransition(() => setState({ status: 'loaded', made })),
      () => setState({ status: 'failed' }),
    )
  }, [])
  return state
}
