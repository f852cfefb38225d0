import * as z from 'zod/mini'
import { CallError } from '../../lib/api/errors.ts'
import { inOneForm } from '../../lib/api/answer-forms.ts'
import { dryRunDelay } from '../../lib/limits.ts'
import type { Portal } from '../shell/portal.ts'
import type { Writer } from './write.ts'

/**
 * What a dry run (§4) has instead of what the real gateway has: it logs what it would have sent, which
 * is answered after a second as if it had succeeded, remembers nothing, and leaves for nowhere.
 */
export function dryRun({ environment, dialogs }: Pick<Portal, 'environment' | 'dialogs'>) {
  const write: Writer = async ({ endpoint, request }) => {
    const call = `${endpoint.method} ${endpoint.path}`
    const result = z.safeParse(endpoint.request, request)
    if (!result.success) throw new CallError(call, { kind: 'unsendable', detail: 'dry run' })
    environment.log(`dry run, not sent: ${call}`, result.data)
    await environment.wait(dryRunDelay)
    return z.parse(endpoint.response, inOneForm(endpoint, request, endpoint.dryRun(request)))
  }
  return {
    write,
    mayWrite: () => Promise.resolve(true),
    note: () => Promise.resolve(),
    leave: (address: URL) =>
      dialogs.alert({ message: { key: 'shell:dryRunLeave' }, link: { address } }),
    isDryRun: true,
  }
}
