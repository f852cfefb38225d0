import { parseArgs } from 'node:util'

/** What `npm run bench` was asked for. */
export interface Options {
  /** How many times everything is measured. */
  runs: number
  /** Only what has one of these in its name; empty: all of it. */
  only: readonly string[]
  /** File to write the figures to. */
  json: string | undefined
  /** File of an earlier bench, to show beside this one. */
  compare: string | undefined
}

const MOST_RUNS = 99

/** Reads the command line, or says in one line what is wrong. */
export function readOptions(parameters: readonly string[]): Options | string {
  try {
    const { values } = parseArgs({
      args: [...parameters],
      options: {
        runs: { type: 'string', default: '5' },
        only: { type: 'string', multiple: true, default: [] },
        json: { type: 'string' },
        compare: { type: 'string' },
      },
    })
    const runs = /^[1-9]\d?$/.test(values.runs) ? Number(values.runs) : null
    if (runs === null) {
      return `--runs is ${JSON.stringify(values.runs)}, expected a whole number from 1 to ${MOST_RUNS}`
    }
    const empty = (['json', 'compare'] as const).find((name) => values[name] === '')
    if (empty) return `--${empty} is empty, expected the name of a file`
    return { runs, only: values.only, json: values.json, compare: values.compare }
  } catch (error) {
    return (error as Error).message.replaceAll(/\s*\n\s*/g, ' ')
  }
}
