import { Unavailable } from '../real/unavailable.ts'
import type { Scenario } from './pages.ts'
import type { Results } from './results.ts'
import { spreadOf, type Figures } from './statistics.ts'

interface Listed extends Scenario {
  /** The table that it stands in. */
  group: string
  /** Whether it comes to the same each time: then once is enough. */
  isExact: boolean
  /** Figures of each run so far, by state. */
  runs: Record<string, Figures[]>
}

/** All that is measured, round after round, so that a machine's moods meet everybody. */
export class Measuring {
  readonly #only: readonly string[]
  readonly #listed: Listed[] = []
  readonly #missing: Results['missing'] = []
  readonly #closes: (() => Promise<void>)[] = []

  /** @param only parts of names; empty: everything is wanted */
  constructor(only: readonly string[]) {
    this.#only = only
  }

  #isWanted(name: string): boolean {
    return this.#only.length === 0 || this.#only.some((part) => name.includes(part))
  }

  /** Whether something would be measured that stands in such a table under one of these names. */
  wants(group: string, names: readonly string[]): boolean {
    return names.some((name) => this.#isWanted(`${group}, ${name}`))
  }

  /** Whether there is nothing to measure, and nothing that could not be had. */
  get isEmpty(): boolean {
    return this.#listed.length === 0 && this.#missing.length === 0
  }

  list(group: string, scenarios: readonly Scenario[], { isExact = false } = {}): void {
    for (const scenario of scenarios) {
      if (!this.#isWanted(`${group}, ${scenario.name}`)) continue
      this.#listed.push({ ...scenario, group, isExact, runs: {} })
    }
  }

  /** Starts what is measured, to be closed in the end; undefined: it cannot be had. */
  async start<Service extends { close: () => Promise<void> }>(
    name: string,
    start: () => Promise<Service>,
  ): Promise<Service | undefined> {
    console.log(`Starting ${name}`)
    try {
      const service = await start()
      this.#closes.push(service.close)
      return service
    } catch (error) {
      this.#miss(name, error)
      return undefined
    }
  }

  #miss(name: string, error: unknown): void {
    const reason = error instanceof Unavailable ? error.message : String(error)
    this.#missing.push({ name, reason: reason.replaceAll(/\s*\n\s*/g, ' ') })
    console.error(`${name}: ${reason}`)
  }

  async run(times: number): Promise<void> {
    for (let run = 1; run <= times; run += 1) {
      for (const { group, name, measure, isExact, runs } of this.#listed) {
        if (isExact && run > 1) continue
        console.log(`${run}/${times} ${group}, ${name}`)
        try {
          for (const [state, figures] of Object.entries(await measure())) {
            runs[state] = [...(runs[state] ?? []), figures]
          }
        } catch (error) {
          this.#miss(`${group}, ${name}, run ${run}`, error)
        }
      }
    }
  }

  found(): Pick<Results, 'measurements' | 'missing'> {
    const measurements = this.#listed.flatMap(({ group, name: page, runs }) =>
      Object.entries(runs).map(([state, figures]) => ({
        group,
        page,
        state,
        figures: spreadOf(figures),
      })),
    )
    return { measurements, missing: this.#missing }
  }

  async close(): Promise<void> {
    for (const close of this.#closes.toReversed()) await close()
  }
}
