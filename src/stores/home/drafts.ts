import * as z from 'zod/mini'
import type { Environment } from '../../lib/environment.ts'
import { administrationLabel, idsOf, placeName } from '../../lib/domain/place.ts'
import { localizedPath, type Message } from '../../lib/i18n/messages.ts'
import { connectMemory, type Work } from '../coupling/remembered-places.ts'
import { boardingName, hasCreated } from '../coupling/writes.ts'
import { isCustomerFilledIn, isWizardFilledIn } from '../form/filled-in.ts'
import { readsOf } from '../gateway/reads.ts'
import { createWritten } from '../gateway/written.ts'
import { rememberedInTab, keysOf, tabPrefix } from '../../lib/remembered.ts'
import type { Portal } from '../shell/portal.ts'
import type { Row } from './rows.ts'

/**
 * What of drafts shows whether anything was filled in. Home does without the forms' full schemas, which
 * are large.
 */
const boardingDraft = z.object({
  values: z.object({
    merchant_info: z.unknown(),
    serial_info: z.looseObject({ serial: z.looseObject({ name: z.string() }) }),
  }),
})
const wizardDraft = z.object({
  values: z.optional(z.unknown()),
  ledgers: z.array(z.unknown()),
  relationCode: z.optional(z.string()),
  about: z.optional(z.object({ administration: z.string(), location: z.string() })),
})

/** The company of the new customer that a user began in this tab; null where none was begun. */
function customerBegun(environment: Environment, user: string): Message | null {
  const draft = rememberedInTab(environment, user, 'boarding', boardingDraft).read()
  if (!draft || !isCustomerFilledIn(draft.values)) return null
  const name = draft.values.serial_info.serial.name.trim()
  return name
    ? { key: 'shell:newCustomer', parameters: { name } }
    : { key: 'shell:unnamedCustomer' }
}

/** What a sign-out would take from this tab: a new customer, a list of them, couplings to set up. */
export function unfinishedIn(environment: Environment, user: string): Message[] {
  const isMade = createWritten(environment, user).isAnswered(boardingName('key'))
  const customer = isMade ? null : customerBegun(environment, user)
  const hasList = environment.tabStorage.getItem(`${tabPrefix}${user}:boarding-list`) !== null
  const setUps = wizardDrafts(environment, user).map(({ about, ...ids }): Message => ({
    key: 'shell:settingUp',
    parameters: { ...ids, ...about },
  }))
  return [customer ?? [], hasList ? { key: 'shell:customerList' as const } : [], setUps].flat()
}

/** The places whose wizard has a draft of a user in this tab. */
export function wizardDrafts(environment: Environment, user: string) {
  const prefix = `${tabPrefix}${user}:wizard:`
  return keysOf(environment.tabStorage, prefix).flatMap((key) => {
    const name = key.slice(prefix.length)
    const [administration, location, ...rest] = name.split('/')
    if (!administration || !location || rest.length > 0) return []
    const draft = rememberedInTab(environment, user, `wizard:${name}`, wizardDraft).read()
    return draft && isWizardFilledIn(draft)
      ? [{ administration, location, about: draft.about }]
      : []
  })
}

/**
 * What a user began in this tab that is for no customer of the list yet.
 *
 * @param work what was worked on: it has its row there
 */
export function draftRows(portal: Portal, user: string, work: readonly Work[]): Row[] {
  const { environment, locale } = portal
  const { written } = readsOf(portal, user)

  const rowOf = (flow: 'connect' | 'boarding', title: Message): Row => {
    const address = new URL(localizedPath(locale, `/${flow}`), environment.location())
    const chip = { kind: 'information', text: { key: 'home:unfinished' } } as const
    return { title, notes: [], chip, next: { text: 'home:goOn', address } }
  }

  function boarding(): Row[] {
    const begun = customerBegun(environment, user)
    const isCreated = work.some(({ location }) => hasCreated(written, location))
    return isCreated || !begun ? [] : [rowOf('boarding', begun)]
  }

  function connect(): Row[] {
    const { administration, location } = connectMemory(environment, user).read() ?? {}
    if (!administration) return []
    const parameters = { administration: administrationLabel(administration) }
    if (!location) return [rowOf('connect', { key: 'home:noLocation', parameters })]
    const chosen = placeName(idsOf({ administration, location }))
    if (work.some((each) => placeName(each) === chosen)) return []
    const both = { ...parameters, location: location.name }
    return [rowOf('connect', { key: 'home:place', parameters: both })]
  }

  return [...boarding(), ...connect()]
}
