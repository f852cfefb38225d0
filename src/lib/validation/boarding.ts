import * as z from 'zod/mini'
import { subscription } from '../api/registrations.ts'
import { email, url } from './addresses.ts'
import { alphanumeric } from './characters.ts'
import { required } from './presence.ts'
import { length } from './sizes.ts'

const countryCodeLength = 2

const merchant = z.object({
  full_name: z.string().check(required()),
  username: z.string().check(z.trim(), required(), email()),
})

const company = z.object({
  serial: z.object({
    name: z.string().check(required()),
    coc: z.string().check(z.trim(), alphanumeric()),
    country_code: z
      .string()
      .check(z.trim(), required(), length(countryCodeLength, countryCodeLength)),
    website_url: z.string().check(z.trim(), url()),
  }),
  location: z.object({ name: z.string().check(required()) }),
})

const plan = z.object({ selected: z.nullable(subscription).check(required()) })

/** The rules of the boarding form (§5). In the polaris flow there is no merchant to fill in. */
export function boardingRules(isPolaris: boolean) {
  return z.object({
    merchant_info: isPolaris ? z.object({ full_name: z.string(), username: z.string() }) : merchant,
    serial_info: company,
    subscription: plan,
  })
}
