/** Sample of an API call (§7) with a literal request and response. */
export interface Sample {
  call: string
  path?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Required query parameters and headers. Without them the response is 400. */
  required?: readonly string[]
  body?: unknown
  status?: number
  /** Body of the response, in which `generatedId` stands for any generated id. */
  answer: unknown
  amongOthers?: boolean
}

/** Placeholder for a generated id in a response. */
export const generatedId = '00000000-0000-4000-8000-000000000000'

const configured = { administration: '1006', location: '2007' }
export const configuredKey = '7d1c9a40-0000-4b52-8e11-000000002007'

export const ofLocation = {
  headers: { administration: configured.administration },
  query: { location: configured.location },
  required: ['administration', 'location'],
}
/** Parameters of calls for which the specification names none (§7). */
export const impliedParameters = {
  headers: { administration: configured.administration },
  required: ['administration'],
}
