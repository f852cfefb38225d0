/** What the service gives as the reason of a status that it is made to answer. */
export const reason = 'Fault injected by the tests'

/** How a fault ends for the call that it strikes. */
export interface Fault {
  /**
   * Whether the portal gets over it by itself, whether the service refused, or whether the portal
   * cannot know what became of the call.
   */
  end: 'overcome' | 'refused' | 'unknown'
  /** Whether the service did what it was asked. */
  isCarriedOut: boolean
  /** Whether its status says so, so that a write is looked for at once. */
  isSuccess?: true
  /** What the portal says of it; `field` is the one that the answer lacks. */
  text: (field: string) => string
}

const overcome: Fault = { end: 'overcome', isCarriedOut: true, text: () => '' }
const unreachable = () => 'De server is niet bereikbaar. Controleer uw internetverbinding'
const malformed = (detail: string) => `In het antwoord van de server klopt niet: ${detail}.`
const status = (code: number) => () => `De server antwoordde met status ${code}: ${reason}`
const refused = (code: number): Fault => ({
  end: 'refused',
  isCarriedOut: false,
  text: status(code),
})
const failed = (code: number): Fault => ({ ...refused(code), end: 'unknown' })

/** Everything that can go wrong with a call. */
export const faults = {
  abort: { end: 'unknown', isCarriedOut: false, text: unreachable },
  timeout: {
    end: 'unknown',
    isCarriedOut: true,
    text: () => 'De server gaf niet op tijd antwoord.',
  },
  '401 once': overcome,
  // The refresh works, and the service keeps refusing.
  '401 always': refused(401),
  '403': refused(403),
  '404': refused(404),
  '409': refused(409),
  '429 with Retry-After': refused(429),
  '500': failed(500),
  '503': failed(503),
  'HTML for JSON': {
    end: 'unknown',
    isCarriedOut: true,
    isSuccess: true,
    text: () => malformed('JSON'),
  },
  'needed field missing': { end: 'unknown', isCarriedOut: true, isSuccess: true, text: malformed },
  'other fields missing': overcome,
  'slow, 9 s': overcome,
  'answer lost': { end: 'unknown', isCarriedOut: true, text: unreachable },
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults
export const faultNames = Object.keys(faults) as FaultName[]

/** Refusals with a status: what is said of them stands for each. */
export const statuses: readonly FaultName[] = [
  '401 always',
  '403',
  '404',
  '409',
  '429 with Retry-After',
  '500',
  '503',
]
