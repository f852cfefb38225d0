import { misconfigured, rule, type Rule } from './rule.ts'

/** Every file is of one of these types, such as `image/png` or `image/*`. */
export function mime(...types: readonly string[]): Rule {
  if (types.length === 0 || !types.every((type) => /^[^/\s]+\/[^/\s]+$/.test(type))) {
    return misconfigured()
  }
  const parameters = { options: types.join(', ') }
  return rule({ key: 'rules:mime', parameters }, (value) =>
    filesOf(value).every(
      (file) => file instanceof Blob && types.some((type) => isOfType(file.type, type)),
    ),
  )
}

function isOfType(actual: string, type: string): boolean {
  return type.endsWith('/*') ? actual.startsWith(type.slice(0, -1)) : actual === type
}

/** A file, a list of files, or what a file input holds. */
function filesOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null && 'length' in value
    ? Array.from(value as ArrayLike<unknown>)
    : [value]
}
