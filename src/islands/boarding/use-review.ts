import { useEffect, useState } from 'react'
import { logError, type Environment } from '../../lib/environment.ts'

/** The last step's review, which follows the form. Without it the form can be sent all the same. */
export function useReview(environment: Environment): typeof import('./Review.tsx') | null {
  const [late, setLate] = useState<typeof import('./Review.tsx') | null>(null)
  useEffect(() => {
    import('./Review.tsx').then(setLate, (error: unknown) => {
      logError(environment, 'the review could not be fetched', error)
    })
  }, [environment])
  return late
}
