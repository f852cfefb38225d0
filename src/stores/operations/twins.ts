import type { Id } from '../../lib/api/endpoint.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import type { Portal } from '../shell/portal.ts'

/** What a write may have made more than once (decision 007). */
export interface Twins {
  /** Finds everything that is exactly the same as what was to be made. */
  find: () => Promise<readonly Id[]>
  /** The one that is used; the first that is found unless given. */
  used?: Id
  /** Where it is not certain that they are the same. */
  message?: Message
  /** Names `{used}` and `{others}`, the ids, and may name the `{provider}`. */
  detail: Message
}

/** Tells which one is used and which are left over, where there is more than one. */
export async function tellTwins(
  { dialogs, configuration }: Pick<Portal, 'dialogs' | 'configuration'>,
  { find, used, message = { key: 'shell:twins' }, detail }: Twins,
): Promise<void> {
  const found = (await find()).map(String)
  const kept = String(used ?? found[0])
  const others = found.filter((id) => id !== kept)
  if (others.length === 0) return
  const provider = configuration.provider.name
  const parameters = { ...detail.parameters, provider, used: kept, others: others.join(', ') }
  await dialogs.alert({ message, detail: { ...detail, parameters } })
}
