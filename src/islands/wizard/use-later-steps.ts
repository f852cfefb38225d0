import { useEffect, useState } from 'react'

type LaterSteps = typeof import('./later-steps.tsx')

type State = { status: 'loading' } | { status: 'failed' } | { status: 'loaded'; steps: LaterSteps }

/** The later steps, fetched once the first one is on the screen. */
export function useLaterSteps(): State {
  const [state, setState] = useState<State>({ status: 'loading' })
  useEffect(() => {
    import('./later-steps.tsx').then(
      (steps) => setState({ status: 'loaded', steps }),
      () => setState({ status: 'failed' }),
    )
  }, [])
  return state
}
