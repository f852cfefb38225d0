import { parseArgs, type ParseArgsConfig } from 'node:util'

/** Ends a program that was asked for something that makes no sense, before it has changed anything. */
export function misused(text: string): never {
  console.error(text)
  process.exit(2)
}

/** Reads this program's command line as `parseArgs` does; one line and exit code 2 where it cannot. */
export function commandLine<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config)
  } catch (error) {
    return misused((error as Error).message.replaceAll(/\s*\n\s*/g, ' '))
  }
}
