/** One instruction of a Dockerfile. */
export interface Instruction {
  /** In capitals. */
  keyword: string
  /** `--from=build` is `from: 'build'`. */
  flags: Readonly<Record<string, string>>
  /** What follows, in one line. */
  value: string
}

export interface Stage {
  name: string
  /** An image, or the name of another stage, as it is written. */
  from: string
  /** What kind of machine it is for; undefined: the one that the image is for. */
  platform: string | undefined
  instructions: readonly Instruction[]
}

export interface Dockerfile {
  /** What build arguments are where nobody sets them, of those that stand before all stages. */
  defaults: Readonly<Record<string, string>>
  stages: readonly Stage[]
}

function instructionOf(line: string): Instruction {
  const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? []
  const flags: Record<string, string> = {}
  const value = rest.replace(/^(?:--[a-z-]+=\S+\s+)+/, (all) => {
    for (const [, name = '', given = ''] of all.matchAll(/--([a-z-]+)=(\S+)/g)) flags[name] = given
    return ''
  })
  return { keyword: keyword.toUpperCase(), flags, value }
}

/** Reads what our Dockerfile is made of: instructions, continued lines and comments. */
export function readDockerfile(text: string): Dockerfile {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const defaults: Record<string, string> = {}
  const stages: (Stage & { instructions: Instruction[] })[] = []
  for (const instruction of lines.map(instructionOf)) {
    const { keyword, flags, value } = instruction
    if (keyword === 'FROM') {
      const [from = '', name = ''] = value.split(/ as /i)
      stages.push({ name, from, platform: flags.platform, instructions: [] })
    } else if (stages.length > 0) stages.at(-1)?.instructions.push(instruction)
    else if (keyword === 'ARG') {
      const [name = '', given = ''] = value.split('=')
      defaults[name] = given
    }
  }
  return { defaults, stages }
}

/** The stage that a stage begins from, where it is none of an image's. */
function parentOf({ defaults, stages }: Dockerfile, { from }: Stage): Stage | undefined {
  const name = from.replace(/^\$\{(\w+)\}$/, (_all, argument: string) => defaults[argument] ?? '')
  return stages.find((stage) => stage.name === name)
}

/** A stage's instructions after those of the stages that it begins from. */
export function instructionsOf(file: Dockerfile, stage: Stage): Instruction[] {
  const parent = parentOf(file, stage)
  return [...(parent ? instructionsOf(file, parent) : []), ...stage.instructions]
}

/** What the last of the instructions with this keyword says, of a stage and those it begins from. */
export const lastOf = (file: Dockerfile, stage: Stage, keyword: string): string | undefined =>
  instructionsOf(file, stage).findLast((each) => each.keyword === keyword)?.value

const PINNED = /^\S+:[\w.-]+@sha256:[0-9a-f]{64}$/
const NUMERIC_USER = /^[1-9]\d*:[1-9]\d*$/

/**
 * What an image that anybody runs must not be, and linters let pass; empty when all is well. Of the
 * last stage, which is what is built where nobody names one.
 */
export function imageProblems(file: Dockerfile): string[] {
  const last = file.stages.at(-1)
  if (!last) return ['There is no stage']
  const say = (is: boolean, problem: string) => (is ? [] : [problem])
  const of = (keyword: string) => lastOf(file, last, keyword) ?? ''
  return [
    ...file.stages
      .filter((stage) => !parentOf(file, stage) && stage.from !== 'scratch')
      .flatMap(({ from }) => say(PINNED.test(from), `${from} is not pinned by tag and digest`)),
    ...say(NUMERIC_USER.test(of('USER')), 'USER is no number other than 0, for user and group'),
    ...say(
      of('ENTRYPOINT').startsWith('['),
      'ENTRYPOINT is no list: a shell would get the signals',
    ),
    ...say(
      of('HEALTHCHECK').startsWith('CMD ['),
      'HEALTHCHECK is no list, and an image has no shell',
    ),
    ...say(of('STOPSIGNAL') === 'SIGTERM', 'STOPSIGNAL is not SIGTERM'),
  ]
}
