import type { ScreenStore } from '../stores/shell/screen-store.ts'

/** The screens with a store, each in a chunk of its own. */
const screens = {
  connect: async () => (await import('../stores/connect/screen.ts')).connectScreen,
  boarding: async () => (await import('../stores/boarding/screen.ts')).boardingScreen,
  wizard: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.wizard,
  polaris: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.polaris,
}

export type Screen = keyof typeof screens

/**
 * The store of a page's screen. It needs no React, so it can ask for the first data while React is still
 * loading. Rejects when its code cannot be fetched.
 */
export function screenStore(screen: Screen): Promise<Pick<ScreenStore<unknown>, 'begin'>> {
  return screens[screen]()
}
