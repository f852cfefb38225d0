const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Whether `origin` is a page on this machine: only those may call the sandbox from a browser. */
export function isLoopback(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && loopbackHosts.has(url.hostname)
}
