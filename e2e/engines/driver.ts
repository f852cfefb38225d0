import { setTimeout as pause } from 'node:timers/promises'

/** Browser tab in which an XPath selects only the first visible match. */
export interface Tab {
  open: (address: string) => Promise<unknown>
  address: () => Promise<string>
  reload: () => Promise<unknown>
  back: () => Promise<unknown>
  press: (path: string) => Promise<void>
  type: (path: string, text: string) => Promise<void>
  attach: (path: string, file: string) => Promise<void>
  waitFor: (path: string) => Promise<void>
  run: (script: string) => Promise<unknown>
  another: () => Promise<Tab>
}

export interface Browser {
  tab: Tab
  close: () => Promise<void>
}

/** Maximum wait in milliseconds. */
export const driverTimeout = 20_000
const lookAgain = 100

/** Retries an action, because drivers throw while an element is rendered. */
export async function retryUntilDone<Result>(act: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + driverTimeout
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (performance.now() > end) throw error
      await pause(lookAgain)
    }
  }
}

/**
 * Runs an action on the first visible element.
 *
 * @param find returns all matches
 */
export function actOnFirstVisible<Element>(
  path: string,
  find: (path: string) => Promise<readonly Element[]>,
  isInSight: (element: Element) => Promise<boolean>,
  act: (element: Element) => Promise<unknown>,
): Promise<void> {
  return retryUntilDone(async () => {
    for (const element of await find(path)) {
      if (!(await isInSight(element))) continue
      await act(element)
      return
    }
    throw new Error(`Nothing in sight is ${path}`)
  })
}
