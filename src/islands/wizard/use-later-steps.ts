import { startTransition, useEffect, useEffectEvent, useState } from 'react'

type LaterSteps = typeof import('./later-steps.tsx')

type State<Made> = { status: 'loading' } | { status: 'failed' } | { status: 'loaded'; made: Made }

/**
 * The later steps, fetched once the first one is on the screen.
 *
 * @param make makes, once, what is needed of them
 */
export function useLaterSteps<Made>(make: (steps: LaterSteps) => Made): State<Made> {
  const [state, setState] = useState<State<Made>>({ status: 'loading' })
  const makeNow = useEffectEvent(make)
  useEffect(() => {
    import('./later-steps.tsx').then(makeNow).then(
      // In slices: the first step takes input meanwhile.
      (made) => startTransition(() => setState({ status: 'loaded', made })),
      () => setState({ status: 'failed' }),
    )
  }, [])
  return state
}
