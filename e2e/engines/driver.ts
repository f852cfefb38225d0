import { setTimeout as pause } from 'node:timers/promises'

/**
 * A tab of a browser of any engine, by what a journey does in it. Elements are named by XPath, which all
 * of them take; of several the first in sight is meant, once there is one.
 */
export interface Tab {
  open: (address: string) => Promise<unknown>
  address: () => Promise<string>
  reload: () => Promise<unknown>
  back: () => Promise<unknown>
  press: (path: string) => Promise<void>
  /** Types a text in place of what stands there. */
  type: (path: string, text: string) => Promise<void>
  /** Gives an input of files one from this machine, in sight or not. */
  attach: (path: string, file: string) => Promise<void>
  /** Waits until an element is in sight. */
  waitFor: (path: string) => Promise<void>
  /** Runs a script, which returns something that JSON can hold. */
  run: (script: string) => Promise<unknown>
  /** Another tab of the same browser. */
  another: () => Promise<Tab>
}

/** A browser that nobody used before. */
export interface Browser {
  tab: Tab
  close: () => Promise<void>
}

/** How long anything may take that a journey waits for, and between two looks, in milliseconds. */
export const patience = 20_000
const lookAgain = 100

/** Does something once it works: pages are drawn anew, and drivers throw of what was there before. */
export async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  const end = performance.now() + patience
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
 * Does something with the first element in sight.
 *
 * @param find gives all of them
 */
export function withFirst<Element>(
  path: string,
  find: (path: string) => Promise<readonly Element[]>,
  isInSight: (element: Element) => Promise<boolean>,
  act: (element: Element) => Promise<unknown>,
): Promise<void> {
  return patiently(async () => {
    for (const element of await find(path)) {
      if (!(await isInSight(element))) continue
      await act(element)
      return
    }
    throw new Error(`Nothing in sight is ${path}`)
  })
}
