import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Prints a message about wrong usage and exits with code 2. */
export function exitWithUsage(text: string): never {
  console.error(text)
  process.exit(2)
}

/** Parses the command line, or exits with code 2. */
export function parseCommandLine<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    return exitWithUsage((error as Error).message.replaceAll(/\s*\n\s*/g, ' '))
  }
}
