import * as z from 'zod/mini'
import { boardingValues } from '../domain/boarding-values.ts'
import { cocNumber, isRounded } from '../domain/coc.ts'
import { countryCode } from '../domain/countries.ts'
import { websiteAddress } from '../domain/website.ts'
import { alphanumeric, email, plainEmail, url } from './texts.ts'
import { required, textRule } from './rule.ts'

const countryCodeLength = 2

const { merchant_info: merchant, serial_info: company, subscription } = boardingValues.shape
const { serial, location } = company.shape
const { coc, country_code: country, website_url: website } = serial.shape

const completeMerchant = z.object({
  full_name: merchant.shape.full_name.check(required()),
  username: merchant.shape.username.check(z.overwrite(plainEmail), required(), email()),
})

const completeCompany = z.object({
  serial: z.object({
    name: serial.shape.name.check(required()),
    coc: coc.check(
      z.overwrite(cocNumber),
      textRule({ key: 'validation:cocRounded' }, (text) => !isRounded(text)),
      alphanumeric(),
    ),
    country_code: country.check(
      z.overwrite(countryCode),
      required(),
      textRule({ key: 'validation:country' }, (code) => code.length === countryCodeLength),
    ),
    website_url: website.check(z.overwrite(websiteAddress), url()),
  }),
  location: z.object({ name: location.shape.name.check(required()) }),
})

/**
 * The rules of the boarding form (§5), for what it becomes once its fields are left: a website may
 * lack its protocol, and a country may be named. In the polaris flow there is no merchant to fill in.
 */
export function boardingRules(isPolaris: boolean) {
  return z.object({
    merchant_info: isPolaris ? merchant : completeMerchant,
    serial_info: completeCompany,
    subscription: z.object({ selected: subscription.shape.selected.check(required()) }),
  })
}
