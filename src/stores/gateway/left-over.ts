import type * as z from 'zod/mini'
import type { Call } from '../../lib/api/caller.ts'
import type { Id } from '../../lib/api/endpoint.ts'
import type { Portal } from '../shell/portal.ts'
import type { Text, Write } from './write.ts'

/**
 * Tells which one is used and which are left over, where there is more than one that is exactly what
 * was sent (decision 007): nobody asked for the others, and somebody has to remove them.
 */
export async function tellLeftOver<
  Request extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Found extends z.output<Response>,
>(
  { dialogs, configuration }: Pick<Portal, 'dialogs' | 'configuration'>,
  call: Call,
  { find, doubt, leftOver }: Write<Request, Response, Found>,
  answer: z.output<Response>,
): Promise<void> {
  if (!find || !leftOver) return
  const { isSame = () => true, idOf = idIn, isFirstUsed, detail, perhaps } = leftOver
  const same = (await find(call)).filter(isSame)
  const [first = answer] = same
  const used = String(idOf(isFirstUsed ? first : answer))
  const provider = configuration.provider.name

  async function tell(found: readonly Found[], { message, detail }: Text): Promise<void> {
    const others = found.map((each) => String(idOf(each))).filter((id) => id !== used)
    if (others.length === 0) return
    const parameters = { ...detail.parameters, provider, used, others: others.join(', ') }
    await dialogs.alert({ message, detail: { ...detail, parameters } })
  }

  const certain: Text = { message: { key: 'shell:madeTwice' }, detail }
  const isDoubtful = (each: Found) => Boolean(doubt?.(each))
  await tell(
    same.filter((each) => !isDoubtful(each)),
    certain,
  )
  if (perhaps) await tell(same.filter(isDoubtful), perhaps)
}

const idIn = (found: unknown) => (found as { id: Id }).id
