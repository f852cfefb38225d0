/** Fetches a page of the portal ahead of going there, with the scripts that it takes. */
export function prefetchPage(address: URL): void {
  const templates = [...document.querySelectorAll<HTMLTemplateElement>('template[data-page]')]
  const scripts = templates.find(({ dataset }) => dataset.page === address.pathname)
  if (scripts === undefined) return
  const page = document.createElement('link')
  page.rel = 'prefetch'
  page.href = address.href
  document.head.append(page, scripts.content)
}
