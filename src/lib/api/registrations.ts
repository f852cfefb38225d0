import * as z from 'zod/mini'
import { dryRunId, id, defineRead, defineListRead, defineWrite } from './endpoint.ts'

const subscriptionType = 'SNELSTART'

export const subscriptionSchema = z.object({
  id,
  name: z.string(),
  // §3 does not define the values of these fields.
  duration: z.optional(z.unknown()),
  interval: z.optional(z.unknown()),
  grace_period: z.optional(z.unknown()),
})
export type Subscription = z.infer<typeof subscriptionSchema>

export const listSubscriptions = defineListRead({
  path: `/registrations/subscription/list?type=${subscriptionType}`,
  authorized: false,
  exactly200: true,
  headers: { 'Content-Type': 'application/json' },
  request: z.object({}),
  items: subscriptionSchema,
})

const person = z.object({ first_name: z.string(), last_name: z.string() })
const contact = z.object({ ...person.shape, email: z.string() })

const registrationRequest = z.object({
  user_id: z.optional(id),
  reseller_id: z.optional(z.string()),
  name: z.string(),
  coc: z.optional(z.string()),
  website_url: z.optional(z.string()),
  country_code: z.string(),
  subscriptions: z.array(id),
  person,
  emails: z.array(z.object({ type: z.literal('info'), email: z.string() })),
})

const registration = z.object({
  administration_id: id,
  coc: z.nullish(z.string()),
  subscriptions: z.nullish(z.array(id)),
  emails: z.nullish(z.array(z.object({ email: z.string() }))),
})
export type Registration = z.infer<typeof registration>

export const createRegistration = defineWrite({
  path: '/registrations/registration',
  exactly200: true,
  request: z.object({ body: registrationRequest }),
  response: registration,
  dryRun: () => ({ administration_id: dryRunId }),
})

export const findRegistration = defineRead({
  path: '/registrations/registration',
  absent: [404],
  request: z.object({ query: z.object({ administration_id: id, location_id: z.optional(id) }) }),
  response: z.nullable(registration),
})

/** Creates the customer's account, where status 409 means an existing account. */
export const createMerchant = defineWrite({
  path: `/registrations/registration/merchant/${subscriptionType}`,
  exactly200: true,
  request: z.object({
    body: z.object({ username: z.string(), ...contact.shape, app_user: contact }),
  }),
  response: z.object({ id: z.nullish(id) }),
})
