import * as z from 'zod/mini'
import { dryRunId, id, read, readList, write } from './endpoint.ts'

const subscriptionType = 'SNELSTART'

const scalar = z.union([z.string(), z.number()])

export const subscription = z.object({
  id,
  name: z.string(),
  duration: scalar,
  interval: scalar,
  grace_period: z.nullable(scalar),
})
export type Subscription = z.infer<typeof subscription>

/** GET /registrations/subscription/list: the one call without a bearer token. */
export const listSubscriptions = readList({
  path: `/registrations/subscription/list?type=${subscriptionType}`,
  authorized: false,
  exactly200: true,
  headers: { 'Content-Type': 'application/json' },
  request: z.object({}),
  items: subscription,
})

const personName = z.object({ first_name: z.string(), last_name: z.string() })

const registrationRequest = z.object({
  user_id: z.optional(id),
  reseller_id: z.optional(z.string()),
  name: z.string(),
  coc: z.optional(z.string()),
  website_url: z.optional(z.string()),
  country_code: z.string(),
  subscriptions: z.array(id),
  person: personName,
  emails: z.array(z.object({ type: z.literal('info'), email: z.string() })),
})

const registration = z.object({
  id,
  administration_id: id,
  location_id: id,
  coc: z.optional(z.nullable(z.string())),
  subscriptions: z.optional(z.array(id)),
  emails: z.optional(z.array(z.object({ email: z.string() }))),
})
export type Registration = z.infer<typeof registration>

/** POST /registrations/registration: a new administration with its subscription. */
export const createRegistration = write({
  method: 'POST',
  path: '/registrations/registration',
  exactly200: true,
  request: z.object({ body: registrationRequest }),
  response: registration,
  dryRun: () => ({ id: dryRunId, administration_id: dryRunId, location_id: dryRunId }),
})

/** GET /registrations/registration; null when nothing was registered for what is given. */
export const findRegistration = read({
  path: '/registrations/registration',
  absent: [404],
  request: z.object({ query: z.object({ administration_id: id, location_id: z.optional(id) }) }),
  response: z.nullable(registration),
})

/** POST /registrations/registration/merchant/SNELSTART; 409 when the account exists already. */
export const createMerchant = write({
  method: 'POST',
  path: `/registrations/registration/merchant/${subscriptionType}`,
  exactly200: true,
  request: z.object({
    body: z.object({
      username: z.string(),
      first_name: z.string(),
      last_name: z.string(),
      email: z.string(),
      app_user: z.object({ first_name: z.string(), last_name: z.string(), email: z.string() }),
    }),
  }),
  response: z.object({ id: z.optional(id), username: z.string() }),
  dryRun: ({ body }) => ({ username: body.username }),
})
