import * as z from 'zod/mini'
import { id } from '../../lib/api/endpoint.ts'
import { resellerIn } from '../../lib/domain/query.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { rememberedInTab, type Owner } from '../../lib/remembered.ts'
import { createdPlace, keyName } from '../coupling/writes.ts'
import { createWritten } from '../gateway/reads.ts'
import type { Dialogs } from '../shell/dialogs.ts'

const draft = z.object({
  /** Name of the draft's memory in the tab. */
  name: z.string(),
  flow: z.literal(['boarding', 'boarding-list', 'connect', 'wizard']),
  /** Reseller of the address at which the draft was begun. */
  reseller: z.optional(z.string()),
  /** Place that is coupled or set up; none for new customers. */
  place: z.optional(z.object({ administration: id, location: id })),
  /** Names of the administration and the location, as far as there are any. */
  administration: z.optional(z.string()),
  location: z.optional(z.string()),
})
/** An entry of the tab's index of drafts in which something is filled in. */
export type Draft = z.infer<typeof draft>

const indexOf = (owner: Owner) => rememberedInTab(owner, 'drafts', z.array(draft))

/** Memory of a draft in the tab, by a name. The index lists the draft while `describe` returns something. */
export function rememberedDraft<Value>(
  owner: Owner,
  flow: Draft['flow'],
  schema: z.ZodMiniType<Value>,
  describe: (value: Value) => Pick<Draft, 'place' | 'administration' | 'location'> | null,
  name: string = flow,
) {
  const memory = rememberedInTab(owner, name, schema)

  function list(described: ReturnType<typeof describe>): void {
    const index = indexOf(owner)
    const earlier = index.read() ?? []
    const others = earlier.filter((each) => each.name !== name)
    const begun = earlier.find((each) => each.name === name)
    const reseller = resellerIn(owner.environment.location()) ?? begun?.reseller
    if (described) index.keep([...others, { name, flow, reseller, ...described }])
    else if (others.length > 0) index.keep(others)
    else index.clear()
  }

  function listed(isStored: boolean, value: Value): boolean {
    if (isStored) list(describe(value))
    return isStored
  }

  return {
    read: memory.read,
    write: (value: Value) => listed(memory.write(value), value),
    keep: (value: Value) => listed(memory.keep(value), value),
    clear: (): void => {
      list(null)
      memory.clear()
    },
  }
}

/** Returns the drafts of this tab, without that of a customer whose key was made. */
export function readDrafts(owner: Owner): readonly Draft[] {
  const written = createWritten(owner)
  const created = createdPlace(written)
  const isMade = created !== null && written.isAnswered(keyName(created))
  return (indexOf(owner).read() ?? []).filter(({ flow }) => flow !== 'boarding' || !isMade)
}

export const customerTitle = ({ administration: name }: Draft): Message =>
  name ? { key: 'shell:newCustomer', parameters: { name } } : { key: 'shell:unnamedCustomer' }

/** Returns a text for each draft that a sign-out removes from this tab. */
export function unfinishedTexts(owner: Owner): Message[] {
  return readDrafts(owner).flatMap((each): Message[] => {
    if (each.flow === 'boarding') return [customerTitle(each)]
    if (each.flow === 'boarding-list') return [{ key: 'shell:customerList' }]
    if (each.flow === 'connect' || !each.place) return []
    const { place, administration = place.administration, location = place.location } = each
    const parameters = { administration: String(administration), location: String(location) }
    return [{ key: 'shell:settingUp', parameters }]
  })
}

/** Asks whether the form may be emptied. Writes that were sent stay remembered in any case. */
export function askStartAnew(
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
