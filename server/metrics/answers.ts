import type { RequestListener } from 'node:http'
import { extname } from 'node:path'
import { Counter, Histogram, type OpenMetricsContentType, type Registry } from 'prom-client'
import { ON_DEMAND } from '../answers/handler.ts'

/** In seconds. Most answers come out of memory within a millisecond. */
const DURATIONS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

/** Answers are counted in batches: one call of the library for each would cost more than the answer. */
const BATCH_LENGTH = 256

const METHODS = new Set(['GET', 'HEAD'])

/** What sort of thing was answered: a label of few values, whatever is asked for. */
type Kind = 'page' | 'asset' | 'endpoint' | 'redirect' | 'missing' | 'refused'

/** The kind of the answer to `target`, a path with its query. */
export function kindOf(status: number, target = ''): Kind {
  if (status === 404) return 'missing'
  if (status >= 400 && status < 500) return 'refused'
  if (status >= 300 && status !== 304) return status < 400 ? 'redirect' : 'endpoint'
  const [path = ''] = target.split('?', 1)
  if (ON_DEMAND.has(path)) return 'endpoint'
  return extname(path) === '' ? 'page' : 'asset'
}

/** Answers with the same labels that are still to be counted, by how long they took. */
interface Batch {
  labels: { status: string; method: string; kind: Kind }
  seconds: number[]
}

/**
 * Counts answers, and how long they took. `refused` counts those that Node itself gives to what it
 * cannot read as a request; `settle` counts what still waits in a batch.
 */
export function countAnswers(registers: Registry<OpenMetricsContentType>[]) {
  const answers = new Counter({
    name: 'koppelpunt_http_requests',
    help: 'Requests that were answered.',
    labelNames: ['status', 'method', 'kind'],
    registers,
  })
  const durations = new Histogram({
    name: 'koppelpunt_http_request_duration_seconds',
    help: 'From the headers of a request until its answer was sent, or its client had gone.',
    labelNames: ['kind'],
    buckets: DURATIONS,
    registers,
  })
  const batches = new Map<string, Batch>()

  function count({ labels, seconds }: Batch): void {
    if (seconds.length === 0) return
    answers.inc(labels, seconds.length)
    const { kind } = labels
    for (const each of seconds) durations.observe({ kind }, each)
    seconds.length = 0
  }

  function add(status: number, method: string, kind: Kind, seconds: number): void {
    const name = `${status} ${method} ${kind}`
    let batch = batches.get(name)
    if (batch === undefined) {
      batch = { labels: { status: String(status), method, kind }, seconds: [] }
      batches.set(name, batch)
    }
    if (batch.seconds.push(seconds) >= BATCH_LENGTH) count(batch)
  }

  const metered =
    (handler: RequestListener): RequestListener =>
    (request, response) => {
      const began = performance.now()
      const { method = '' } = request
      // It comes once; `once` would cost each request another function.
      response.on('close', () => {
        const { statusCode } = response
        const kind = kindOf(statusCode, request.url)
        const known = METHODS.has(method) ? method : 'other'
        add(statusCode, known, kind, (performance.now() - began) / 1000)
      })
      handler(request, response)
    }
  const refused = (status: number) => {
    answers.inc({ status: String(status), method: 'other', kind: 'refused' })
  }
  return { metered, refused, settle: () => batches.forEach(count) }
}
