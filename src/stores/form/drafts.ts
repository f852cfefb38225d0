import * as z from 'zod/mini'
import { id } from '../../lib/api/endpoint.ts'
import { findReseller } from '../../lib/domain/query.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { rememberedInTab, type Owner } from '../../lib/remembered.ts'
import { createdPlace, createKeyName } from '../coupling/writes.ts'
import { createWriteMemory } from '../gateway/reads.ts'
import type { Dialogs } from '../shell/dialogs.ts'

const draft = z.object({
  name: z.string(),
  flow: z.literal(['boarding', 'boarding-list', 'connect', 'wizard']),
  reseller: z.optional(z.string()),
  place: z.optional(z.object({ administration: id, location: id })),
  administration: z.optional(z.string()),
  location: z.optional(z.string()),
})
export type Draft = z.infer<typeof draft>

const indexOf = (owner: Owner) => rememberedInTab(owner, 'drafts', z.array(draft))

/**
 * Returns the storage of a draft in this tab. The draft is listed in the index unless `describe` returns
 * null.
 */
export function rememberedDraft<Value>(
  owner: Owner,
  flow: Draft['flow'],
  schema: z.ZodMiniType<Value>,
  describe: (value: Value) => Pick<Draft, 'place' | 'administration' | 'location'> | null,
  name: string = flow,
) {
  const memory = rememberedInTab(owner, name, schema)

  function updateIndex(description: ReturnType<typeof describe>): void {
    const index = indexOf(owner)
    const earlier = index.read() ?? []
    const others = earlier.filter((each) => each.name !== name)
    const begun = earlier.find((each) => each.name === name)
    const reseller = findReseller(owner.environment.location()) ?? begun?.reseller
    if (description) index.keep([...others, { name, flow, reseller, ...description }])
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

/** Returns the drafts of this tab. The draft of a new customer ends when the key is created. */
export function readDrafts(owner: Owner): readonly Draft[] {
  const written = createWriteMemory(owner)
  const created = createdPlace(written)
  const hasKey = created !== null && written.isAnswered(createKeyName(created))
  return (indexOf(owner).read() ?? []).filter(({ flow }) => flow !== 'boarding' || !hasKey)
}

export const customerTitle = ({ administration: name }: Draft): Message =>
  name ? { key: 'shell:newCustomer', parameters: { name } } : { key: 'shell:unnamedCustomer' }

/** Returns the names of all drafts that a sign-out deletes from this tab. */
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

/** Asks for confirmation before the form is cleared. Sent writes stay stored. */
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
