import { setTimeout as pause } from 'node:timers/promises'
import type { Wire } from './proxy.ts'

/** A network between a browser and its servers. */
export interface Network {
  /** Milliseconds that every answer takes longer, those to preflights included. */
  latency: number
  /** Bits per second that all connections share; null: any number. */
  bandwidth: number | null
}

/** One bucket of tokens, a byte each, that fills at an even pace and holds none in store. */
class TokenBucket {
  readonly #bytesPerMillisecond: number
  #emptyUntil = 0

  constructor(bitsPerSecond: number) {
    this.#bytesPerMillisecond = bitsPerSecond / 8 / 1000
  }

  /**
   * Takes tokens, after whoever came before.
   *
   * @param now any clock in milliseconds
   * @returns for how many milliseconds to wait until they are there
   */
  take(bytes: number, now: number): number {
    this.#emptyUntil = Math.max(this.#emptyUntil, now) + bytes / this.#bytesPerMillisecond
    return this.#emptyUntil - now
  }
}

/** A wire on which everything takes as long as on a network. */
export function delayed({ latency, bandwidth }: Network): Wire {
  const bucket = bandwidth === null ? null : new TokenBucket(bandwidth)
  return {
    pass: () => pause(latency),
    carry: async (bytes) => {
      if (bucket) await pause(bucket.take(bytes, performance.now()))
    },
  }
}
