import { misplaced } from '../../domain/place.ts'
import type { Failure } from '../../failure.ts'
import type { MessageKey } from '../../i18n/messages.ts'
import type { CompanySettings } from './stored-settings.ts'
import {
  isBlank,
  rules,
  stages,
  type Judged,
  type ReadName,
  type Reads,
  type Stage,
} from './coupling-rules.ts'

/** How a read stands. */
export type Answer<Value> =
  | { status: 'asking' }
  | { status: 'answered'; value: Value }
  /** `code`: the status that the service refused with. */
  | { status: 'failed'; failure: Failure; code: number | undefined }
export type Answers = { readonly [Name in ReadName]: Answer<Reads[Name]> }

export interface Line extends Omit<Judged, 'verdict'> {
  name: string
  label: MessageKey
  verdict: Judged['verdict'] | 'asking'
  /** Reads that failed, which can be asked again. */
  failed: readonly ReadName[]
  failure?: Failure
}

/** What a refusal says where a read has no words of its own for it. */
const refusals: Readonly<Partial<Record<number, MessageKey>>> = {
  403: 'check:forbidden',
  404: 'check:notFound',
  409: 'check:unconfirmed',
}

/**
 * What there is to say of a coupling, as far as its reads have been answered. A read that failed leaves what needs it
 * unknown; what is too early to say has no line.
 */
export function linesOf(answers: Answers): readonly Line[] {
  const values = Object.entries(answers).map(([name, answer]) => [
    name,
    'value' in answer ? answer.value : undefined,
  ])
  const reads = Object.fromEntries(values) as Reads
  const reached = stages.indexOf(stageOf(reads))
  const inTime = rules.filter(({ since }) => stages.indexOf(since) <= reached)
  return inTime.map(({ judge, forbidden, needs, takes = [], since, ...line }): Line => {
    const ofCoupling = since === 'coupled' || since === 'setUp'
    const needed = ofCoupling ? [...needs, 'settings' as const] : needs
    const failed = needed.filter((name) => answers[name].status === 'failed')
    const isAsking = [...needed, ...takes].some((name) => answers[name].status === 'asking')
    // What waits for the settings is never asked for without them.
    if (isAsking && !failed.includes('settings')) return { ...line, verdict: 'asking', failed: [] }
    const failures = failed.map((name) => answers[name]).filter((each) => each.status === 'failed')
    if (forbidden && failures.some(({ code }) => code === 403))
      return { ...line, ...forbidden, failed }
    const [first] = failures
    if (!first) return { ...line, failed, ...judge(reads, reads.settings as CompanySettings) }
    const { failure, code = 0 } = first
    const key = refusals[code]
    return { ...line, verdict: 'unknown', told: key ? [{ key }] : [], failure, failed }
  })
}

/** How far the coupling is, as far as that is known. */
function stageOf(reads: Partial<Reads>): Stage {
  const { settings } = reads
  if (settings === undefined) return 'setUp'
  if (settings === null && misplaced(reads).length > 0) return 'asked'
  if (settings === null || settings === 'waiting') return 'there'
  return isBlank(settings) ? 'coupled' : 'setUp'
}
