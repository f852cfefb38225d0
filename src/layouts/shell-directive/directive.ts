import type { ClientDirective } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:shell'?: boolean
  }
}

const phases = ['signed-in', 'ready']

/** Resolves at a phase of the shell, which the root element carries: what is inlined cannot import the stores. */
function reached(phase: string): Promise<void> {
  const root = document.documentElement
  const isReached = () => phases.indexOf(root.dataset.shell ?? '') >= phases.indexOf(phase)
  return new Promise((resolve) => {
    const settle = () => {
      if (!isReached()) return
      root.removeEventListener('shell', settle)
      resolve()
    }
    root.addEventListener('shell', settle)
    settle()
  })
}

const shellDirective: ClientDirective = (load) => {
  void (async () => {
    // `preload` has seen a session in this tab, which is nearly always still valid: load at once.
    if (document.documentElement.dataset.session === undefined) await reached('signed-in')
    const hydrate = await load()
    await reached('ready')
    await hydrate()
  })()
}

export default shellDirective
