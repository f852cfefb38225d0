/** The screens with a store, each in a chunk of its own. */
const screens = {
  connect: async () => (await import('../stores/connect/screen.ts')).connectScreen,
  boarding: async () => (await import('../stores/boarding/screen.ts')).boardingScreen,
  wizard: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.wizard,
  polaris: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.polaris,
}

export type Screen = keyof typeof screens

/**
 * Begins the store of a page's screen, which needs no React: it asks for the first data while React
 * is still on its way. Rejects when the store cannot be fetched.
 */
export async function beginScreen(screen: Screen): Promise<void> {
  const store = await screens[screen]()
  store.begin()
}
