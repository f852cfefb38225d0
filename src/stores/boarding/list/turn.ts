export type Turn = ReturnType<typeof createTurn>

/** One turn for all: whoever takes it waits until it was given back, and until turns are given at all. */
export function createTurn() {
  const waiting: (() => void)[] = []
  let isTaken = false
  let isOpen = false

  function give(): void {
    if (isTaken || !isOpen) return
    const next = waiting.shift()
    isTaken = next !== undefined
    next?.()
  }

  return {
    /** Resolves with the turn, first come, first served. */
    take: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        give()
      }),
    release: (): void => {
      isTaken = false
      give()
    },
    open: (): void => {
      isOpen = true
      give()
    },
    /** Gives none any more; whoever has it keeps it. */
    close: (): void => {
      isOpen = false
    },
  }
}
