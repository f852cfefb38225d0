import type { ClientDirective } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:shell'?: boolean
  }
}

/** The shell says on the root element that it is ready: what is inlined cannot import the stores. */
const shellDirective: ClientDirective = (load) => {
  const root = document.documentElement
  const ready = new Promise<void>((resolve) => {
    if (root.dataset.shell !== undefined) resolve()
    root.addEventListener('shell', () => resolve())
  })
  void (async () => {
    await ready
    const hydrate = await load()
    await hydrate()
  })()
}

export default shellDirective
