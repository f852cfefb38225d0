/** Lets so many pieces of work be under way at the same time: the others wait, first come, first served. */
export function createTurns(limit: number) {
  const waiting: (() => void)[] = []
  let free = limit

  return async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
