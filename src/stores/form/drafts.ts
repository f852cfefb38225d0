import * as z from 'zod/mini'
import { id } from '../../lib/api/endpoint.ts'
import { findReseller } from '../../lib/domain/query.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import {
  listKeys,
  accessBrowserValue,
  accessTabValue,
  createStorageKey,
  type Owner,
} from '../../lib/remembered.ts'
import { findCreatedPlace, getKeyWriteName } from '../coupling/writes.ts'
import { openWriteLog } from '../gateway/write-log.ts'
import type { Dialogs } from '../shell/dialogs.ts'

const names = { administration: z.optional(z.string()), location: z.optional(z.string()) }
const draft = z.object({
  name: z.string(),
  flow: z.literal(['boarding', 'boarding-list', 'connect', 'wizard']),
  reseller: z.optional(z.string()),
  place: z.optional(z.object({ administration: id, location: id })),
  ...names,
  /** Active step of a wizard, numbered from 1. */
  step: z.optional(z.object({ name: z.string(), number: z.number() })),
})
export type Draft = z.infer<typeof draft>

/** Entry of a wizard draft, or null before any input. */
export const wizardEntrySchema = z.object({ listed: z.nullable(draft) })

/** Returns the key prefix of a user's stored wizard drafts. */
export const getWizardKeyPrefix = async ({ person }: Owner) =>
  `${await createStorageKey('wizardDraft', person.id)}:`

/** Gives access to the customer and location names in tab storage. */
export const openPlaceNames = (owner: Owner, { name }: Pick<Draft, 'name'>) =>
  accessTabValue(owner, `names:${name}`, z.object(names))

const indexOf = (owner: Owner) => accessTabValue(owner, 'drafts', z.array(draft))

/** Opens a draft, which the index lists unless `describe` returns null. */
export function openDraft<Value>(
  owner: Owner,
  flow: Draft['flow'],
  schema: z.ZodMiniType<Value>,
  describe: (value: Value) => Pick<Draft, 'administration' | 'location'> | null,
) {
  const memory = accessTabValue(owner, flow, schema)

  function updateIndex(description: ReturnType<typeof describe>): void {
    const index = indexOf(owner)
    const earlier = index.read() ?? []
    const others = earlier.filter((each) => each.flow !== flow)
    const begun = earlier.find((each) => each.flow === flow)
    const reseller = findReseller(owner.environment.location()) ?? begun?.reseller
    if (description) index.keep([...others, { name: flow, flow, reseller, ...description }])
    else if (others.length > 0) index.keep(others)
    else index.clear()
  }

  function updateIndexIf(isStored: boolean, value: Value): boolean {
    if (isStored) updateIndex(describe(value))
    return isStored
  }

  return {
    read: memory.read,
    write: (value: Value) => updateIndexIf(memory.write(value), value),
    keep: (value: Value) => updateIndexIf(memory.keep(value), value),
    clear: (): void => {
      updateIndex(null)
      memory.clear()
    },
  }
}

/** Lists the drafts, except those of new customers who have a key. */
export async function readDrafts(owner: Owner): Promise<readonly Draft[]> {
  const { environment } = owner
  const written = openWriteLog(owner)
  const created = findCreatedPlace(written)
  const hasKey = created !== null && written.isAnswered(getKeyWriteName(created))
  const inTab = indexOf(owner).read() ?? []
  const wizards = listKeys(environment.sharedStorage, await getWizardKeyPrefix(owner)).flatMap(
    (key) => {
      const stored = accessBrowserValue(environment, 'wizardDraft', key, wizardEntrySchema).read()
      return stored?.listed
        ? { ...stored.listed, ...openPlaceNames(owner, stored.listed).read() }
        : []
    },
  )
  return [...inTab.filter(({ flow }) => flow !== 'boarding' || !hasKey), ...wizards]
}

export const getCustomerTitle = ({ administration: name }: Draft): Message =>
  name ? { key: 'shell:newCustomer', parameters: { name } } : { key: 'shell:unnamedCustomer' }

/** Returns the names of all drafts that a sign-out deletes. */
export async function listUnfinishedTexts(owner: Owner): Promise<Message[]> {
  return (await readDrafts(owner)).flatMap((each): Message[] => {
    if (each.flow === 'boarding') return [getCustomerTitle(each)]
    if (each.flow === 'boarding-list') return [{ key: 'shell:customerList' }]
    if (each.flow === 'connect' || !each.place) return []
    const { place, administration = place.administration, location = place.location } = each
    const parameters = { administration: String(administration), location: String(location) }
    return [{ key: 'shell:settingUp', parameters }]
  })
}

/** Asks for confirmation before the form is cleared. */
export function confirmDiscardDraft(
  { confirm }: Pick<Dialogs, 'confirm'>,
  help: MessageKey = 'form:startAnewHelp',
): Promise<boolean> {
  return confirm({
    isRisky: true,
    message: { key: 'form:startAnewQuestion' },
    detail: { key: help },
    agree: { key: 'form:startAnew' },
  })
}
