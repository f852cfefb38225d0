import * as z from 'zod/mini'
import { subscription } from '../api/registrations.ts'

/** What the boarding form holds, by its steps and groups (§2), complete or not. */
export const boardingValues = z.object({
  merchant_info: z.object({ full_name: z.string(), username: z.string() }),
  serial_info: z.object({
    serial: z.object({
      name: z.string(),
      coc: z.string(),
      country_code: z.string(),
      website_url: z.string(),
    }),
    location: z.object({ name: z.string() }),
  }),
  subscription: z.object({ selected: z.nullable(subscription) }),
})
export type BoardingValues = z.infer<typeof boardingValues>
