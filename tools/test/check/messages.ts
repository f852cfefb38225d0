/** Namespace → key → text, of one language. */
export type Catalogue = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Texts that are looked up by the code that a refusal comes with. */
const byCode = /^refusals:[A-Z]{3}-\d{4}$/

/** Missing and unused messages, one line each; empty when there are none. */
export function messageProblems(input: {
  catalogues: Readonly<Record<string, Catalogue>>
  /** Path → source text, of everything that may name a message. */
  sources: ReadonlyMap<string, string>
}): string[] {
  const messages = new Map(
    Object.entries(input.catalogues).map(([language, catalogue]) => [language, flat(catalogue)]),
  )
  const all = new Set([...messages.values()].flatMap((texts) => [...texts.keys()]))
  const { used, unknown } = usage(input.sources, all)
  return [
    ...[...all].flatMap((key) => differences(key, messages)),
    ...unknown,
    ...[...all]
      .filter((key) => !used.has(key) && !byCode.test(key))
      .map((key) => `${key} is used nowhere`),
  ]
}

const flat = (catalogue: Catalogue) =>
  new Map<string, string>(
    Object.entries(catalogue).flatMap(([namespace, texts]) =>
      Object.entries(texts).map(([key, text]) => [`${namespace}:${key}`, text] as const),
    ),
  )

const placeholders = (text: string) =>
  [...new Set(text.match(/\{\w+\}/g))].sort((one, other) => one.localeCompare(other)).join(' ')

function differences(key: string, messages: ReadonlyMap<string, ReadonlyMap<string, string>>) {
  const problems: string[] = []
  const shapes = new Set<string>()
  for (const [language, texts] of messages) {
    const text = texts.get(key)
    if (typeof text === 'string' && text.trim() !== '') shapes.add(placeholders(text))
    else problems.push(`${key} has no text in ${language}`)
  }
  if (shapes.size > 1) {
    const shown = [...shapes].map((shape) => shape || 'none').join(' against ')
    problems.push(`${key} differs in its placeholders: ${shown}`)
  }
  return problems
}

/** A key is a whole literal, `'namespace:key'`: that is what makes it possible to find. */
function usage(sources: ReadonlyMap<string, string>, all: ReadonlySet<string>) {
  const namespaces = new Set([...all].map((key) => key.slice(0, key.indexOf(':'))))
  const used = new Set<string>()
  const unknown: string[] = []
  for (const [path, source] of sources) {
    for (const [, namespace = '', key = ''] of source.matchAll(
      /(?<=['"`])([\w-]+):([\w.-]+)(?=['"`])/g,
    )) {
      const name = `${namespace}:${key}`
      if (all.has(name)) used.add(name)
      else if (namespaces.has(namespace)) unknown.push(`${path} uses ${name}, which does not exist`)
    }
  }
  return { used, unknown }
}
