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
    // Else a session was seen in this tab (`ahead.client.ts`), which is nearly always still valid.
    if (root.dataset.session === undefined) await ready
    const hydrate = await load()
    await ready
    await hydrate()
  })()
}

export default shellDirective
