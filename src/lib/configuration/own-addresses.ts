export const ownPaths: readonly string[] = [
  ...['/connect', '/check', '/boarding', '/boarding/list', '/wizard', '/polaris'].flatMap(
    (page) => [page, `/en${page}`],
  ),
  ...['/callback', '/assets', '/config.json', '/healthz', '/readyz'],
]

export const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/

/** Whether what is at `address`, which may be a path, would take over addresses of the portal itself. */
export function isOwnAddress(address: string, publicUrl: string | null): boolean {
  const here = publicUrl ?? 'http://portal.invalid'
  const url = URL.parse(address, here)
  if (url?.origin !== here) return false
  const path = url.pathname.replace(/\/+$/, '')
  return ownPaths.some((own) => own === path || own.startsWith(`${path}/`))
}

export const isUnencrypted = (url: URL | null) =>
  url?.protocol === 'http:' && !LOOPBACK.test(url.hostname)
