const parameter = 'step'

/** The step that the address names, if it is one of these. */
export function readStep<Name extends string>(
  { searchParams }: URL,
  names: readonly Name[],
): Name | undefined {
  const asked = searchParams.get(parameter)
  return names.find((name) => name === asked)
}

/** The address with another step in it, and everything else as it was. */
export function withStep(address: URL, step: string): URL {
  const result = new URL(address)
  result.searchParams.set(parameter, step)
  return result
}
