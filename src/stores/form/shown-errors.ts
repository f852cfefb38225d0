import * as z from 'zod/mini'

/** How many errors are shown of a step, as a tab remembers it. */
export const shownErrors = z.object({ step: z.string(), errors: z.number() })
export type ShownErrors = z.infer<typeof shownErrors>
