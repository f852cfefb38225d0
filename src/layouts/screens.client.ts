/**
 * The stores of the screens that have one, each in a chunk of its own. They need no React, so they can ask
 * for the first data while React is still loading. Rejects when the code cannot be fetched.
 */
export const screenStores = {
  connect: async () => (await import('../stores/connect/screen.ts')).connectScreen,
  check: async () => (await import('../stores/check/screen.ts')).checkScreen,
  boarding: async () => (await import('../stores/boarding/screen.ts')).boardingScreen,
  wizard: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.wizard,
  polaris: async () => (await import('../stores/wizard/screen.ts')).wizardScreens.polaris,
}

export type Screen = keyof typeof screenStores
