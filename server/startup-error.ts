/** The portal cannot start; the message tells the person who started it why. */
export class NoStart extends Error {
  override name = 'NoStart'
}

export const NO_BUILD = 'There is no complete build. Run: npm run build'

/** What a failed start tells the person who started it; `port` is the one that was asked for. */
export function startupError(error: unknown, port: number, variable: string): string {
  if (error instanceof NoStart) return error.message
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (syscall === 'listen' && code === 'EADDRINUSE') {
    return `Port ${port} is taken. Stop what runs there, or choose another port with ${variable}.`
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const host = variable === 'PORTAL_METRICS_PORT' ? 'PORTAL_METRICS_HOST' : 'HOST'
    return `The portal cannot listen on ${host} at port ${port} (${code ?? 'unknown error'}).`
  }
  if (code === 'ENOENT' && path?.includes('dist')) return NO_BUILD
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

export const listItem = (text: string): string => `- ${text}`

export function listed(problems: readonly string[]): string {
  return ['The portal does not start:', ...problems.map(listItem)].join('\n')
}
