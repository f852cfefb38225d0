import type { Wire } from './proxy.ts'

interface Request {
  method: string
  url: string
}

interface Held extends Request {
  go: () => void
  over: Promise<void>
}

/**
 * Holds every request until `release` lets all of them through at once: one round trip, however fast
 * or slow the machine is. Whoever drives it releases when the browser waits for nothing else.
 */
export class Lockstep implements Wire {
  #isOpen = false
  #held: Held[] = []
  #queued: string[] = []
  #underWay = 0
  #activity = 0
  /** What went through in each round. */
  readonly rounds: string[][] = []

  /** What waits to be let through. */
  get held(): readonly Request[] {
    return this.#held
  }

  /** How many requests were let through and are not answered yet. */
  get underWay(): number {
    return this.#underWay
  }

  /** Changes whenever a request comes in or is over. */
  get activity(): number {
    return this.#activity
  }

  async pass({ method, url }: Request, over: Promise<void>): Promise<void> {
    this.#activity += 1
    void over.then(() => {
      this.#activity += 1
    })
    if (this.#isOpen) return
    if (this.#queued.includes(url)) {
      this.#queued.splice(this.#queued.indexOf(url), 1)
      this.rounds.at(-1)?.push(`${method} ${url}`)
    } else {
      await new Promise<void>((go) => {
        this.#held.push({ method, url, go, over })
        void over.then(() => {
          this.#held = this.#held.filter((held) => held.over !== over)
        })
      })
    }
    this.#underWay += 1
    void over.then(() => {
      this.#underWay -= 1
    })
  }

  carry(): Promise<void> {
    return Promise.resolve()
  }

  /**
   * Lets through what is held, and resolves once that has been answered.
   *
   * @param queued addresses that the browser has asked for as well, and keeps back until one of its
   *   connections is free: they are let through in the same round when they come in
   */
  async release(queued: readonly string[] = []): Promise<void> {
    const passing = this.#held
    if (passing.length === 0) return
    this.#held = []
    this.#queued = [...queued]
    this.rounds.push(passing.map(({ method, url }) => `${method} ${url}`))
    for (const { go } of passing) go()
    await Promise.all(passing.map(({ over }) => over))
  }

  /** Holds nothing any more. */
  open(): void {
    this.#isOpen = true
    for (const { go } of this.#held) go()
    this.#held = []
  }
}
