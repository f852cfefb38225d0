import * as z from 'zod/mini'
import type { Call } from '../../api/caller.ts'
import {
  exactSchema,
  id,
  isSet,
  locationFields,
  defineRead,
  defineWrite,
  type Id,
} from '../../api/endpoint.ts'
import { getHttpStatus } from '../../api/errors.ts'
import { encodePlaceIds, encodePlace, type Place, type PlaceIds } from '../../domain/place.ts'
import type { MessageKey } from '../../i18n/messages.ts'

const apiKey = z.nullish(
  z.catchall(z.object({ id: z.nullish(id), default_no_relation: z.nullish(id) }), exactSchema),
)

/** Settings (§3), sent back unchanged unless the wizard sets new values. */
export interface CompanySettings {
  snelstart_administratie_identifier: Id
  api_key?: z.output<typeof apiKey>
  [other: string]: unknown
}

export const companySettings: z.ZodMiniType<CompanySettings, CompanySettings> = z.catchall(
  z.object({ snelstart_administratie_identifier: id, api_key: apiKey }),
  exactSchema,
)

export const getCompanySettings = defineRead({
  path: '/snelstart/company',
  absent: [404, 409],
  request: z.object(locationFields),
  response: z.nullable(companySettings),
})

export type Coupling = CompanySettings | 'waiting' | null

/** Reads a coupling: null without a key (404), `waiting` until approved (409). */
export async function readCoupling(call: Call, place: PlaceIds): Promise<Coupling> {
  try {
    return await call({ ...getCompanySettings, absent: [404] }, encodePlaceIds(place))
  } catch (error) {
    if (getHttpStatus(error) === 409) return 'waiting'
    throw error
  }
}

/** Returns the current settings, or a reason not to save. */
export async function readSettingsBeforeSave(call: Call, place: Place, book: Id) {
  const settings = await call(getCompanySettings, encodePlace(place))
  if (settings === null) return 'wizard:unconfirmed'
  const isShown = String(settings.snelstart_administratie_identifier) === String(book)
  return isShown ? settings : 'wizard:otherBook'
}

export const ledgerSettings = {
  cash: 'default_cash_payment_ledger',
  eft: 'default_eft_payment_ledger',
  webshop: 'default_webshop_payment_ledger',
  ecr: 'default_cash_register',
  payment_differences: 'cash_gap_ledger',
  default_cash_difference_ledger: 'default_cash_difference_ledger',
  emballage: 'default_emballage_ledger',
} as const

export const couplingStates = ['none', 'waiting', 'coupled', 'setUp'] as const
export type CouplingState = (typeof couplingStates)[number]

/** Returns the coupling's state, which is `setUp` if a ledger is set. */
export function getCouplingState(coupling: Coupling): CouplingState {
  if (coupling === null) return 'none'
  if (coupling === 'waiting') return 'waiting'
  const namesLedger = Object.values(ledgerSettings).some((name) => isSet(coupling[name]))
  return namesLedger ? 'setUp' : 'coupled'
}

export const isCouplingSetUp = (settings: CompanySettings) => getCouplingState(settings) === 'setUp'

/** Colour and text of each coupling state. */
export const couplingChips = {
  none: { kind: 'neutral', text: 'shell:notCoupled' },
  waiting: { kind: 'information', text: 'shell:waiting' },
  coupled: { kind: 'information', text: 'shell:coupled' },
  setUp: { kind: 'success', text: 'shell:setUp' },
} as const satisfies Record<CouplingState, { kind: string; text: MessageKey }>

export const saveCompanySettings = defineWrite({
  path: '/snelstart/company/{identifier}',
  request: z.object({
    ...locationFields,
    path: z.object({ identifier: id }),
    body: companySettings,
  }),
})
