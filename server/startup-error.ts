import { describeError } from './log.ts'

/** Error that prevents the start, with a message for the operator. */
export class StartupError extends Error {
  override name = 'StartupError'
}

export const NO_BUILD_MESSAGE = 'There is no complete build. Run: npm run build'

/** Names of the variables that set the host, by port variable. */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  PORT: ['HOST'],
  PORTAL_METRICS_PORT: ['PORTAL_METRICS_HOST', 'HOST'],
}

/**
 * Describes a failed start to the operator.
 *
 * @param variable name of the variable with the port
 */
export function describeStartError(error: unknown, port: number, variable: string): string {
  if (error instanceof StartupError) return error.message
  const { code, syscall, path } = error as NodeJS.ErrnoException
  if (syscall === 'listen' && code === 'EADDRINUSE') {
    return `Port ${port} is in use. Stop the program that uses it, or set ${variable} to another port.`
  }
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const causes = [variable, ...(HOSTS[variable] ?? [])].join(', ').replace(/,(?=[^,]*$)/, ' and')
    return `Port ${port} cannot be opened (${code ?? 'unknown error'}). Check ${causes}.`
  }
  if (code === 'ENOENT' && path?.includes('dist')) return NO_BUILD_MESSAGE
  return describeError(error)
}

export const formatList = (title: string, items: readonly string[]): string =>
  [title, ...items.map((item) => `- ${item}`)].join('\n')

export const formatProblems = (problems: readonly string[]): string =>
  formatList('The portal does not start:', problems)
