/** One call of §7 with a literal sample of what is sent and what comes back. */
export interface Sample {
  /** Method and path as §7 writes them. */
  call: string
  /** The path of the sample, where the call's path has parameters. */
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Names of the query parameters and headers without which the call is refused with 400. */
  required?: readonly string[]
  body?: unknown
  status?: number
  /** Plain data, in which `madeId` stands for every id that the sandbox makes. */
  answer: unknown
  /** Whether the answer is a list that holds more. */
  amongOthers?: boolean
}

/** Stands for an id that nobody knows beforehand. */
export const madeId = '00000000-0000-4000-8000-000000000000'

/** The administration and location whose wizard somebody completed, and its key. */
const configured = { administration: '1006', location: '2007' }
export const configuredKey = '7d1c9a40-0000-4b52-8e11-000000002007'

/** How a call names an administration and a location of it. */
export const ofLocation = {
  headers: { administration: configured.administration },
  query: { location: configured.location },
  required: ['administration', 'location'],
}
/** How a call that §7 leaves open names its administration. */
export const implied = {
  headers: { administration: configured.administration },
  required: ['administration'],
}
