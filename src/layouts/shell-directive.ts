import type { ClientDirective } from 'astro'

declare module 'astro' {
  interface AstroClientDirectives {
    'client:shell'?: boolean
  }
}

/** Hydrates after the event `shell`, because this inlined script cannot import the store. */
const shellDirective: ClientDirective = (load) => {
  const root = document.documentElement
  const start = () => void load().then((hydrate) => hydrate())
  if (root.dataset.shell !== undefined) start()
  else root.addEventListener('shell', start, { once: true })
}

export default shellDirective
