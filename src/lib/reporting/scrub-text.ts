/** What takes the place of an id, a mail address, a token, and of what is not known to be harmless. */
const id = '{id}'
const mail = '[mail]'
const token = '[token]'
export const leftOut = '[left out]'

/**
 * Each pattern starts at a word or has a bounded length, so that a long text without a match takes time
 * in proportion to its length. A replay has many such texts.
 */
const rules: readonly (readonly [RegExp, string])[] = [
  // Queries and fragments: behind any path, behind a bare name, and of addresses inside others.
  [/(?<![^\s"'<>?#])(?=[^\s"'<>?#]*\/)([^\s"'<>?#]*)[?#][^\s"'<>]*/g, '$1'],
  [/[?#](?=[\w.~%[\]-]{1,64}=)[^\s"'<>]*/g, ''],
  [/%(?:25)*(?:3f|23)[^\s"'<>]*/gi, ''],
  // What is left of them, such as `successUrl=…` and the body of a form.
  [/\b[\w.~%[\]-]{1,64}=(?![\s"'=>])[^\s"'<>]+/g, leftOut],
  [/(?<![^\s"<>@/])[^\s"<>@/]*(?:@|%(?:25)*40)(?=[^\s"'<>@/]{0,255}\.)[^\s"'<>@/]+/gi, mail],
  // JSON web tokens, and opaque ones, which are known by their length alone.
  [/\beyJ[\w-]{5,}(?:\.[\w-]*){1,4}/g, token],
  [/\bBearer\s+[^\s"'<>]+/gi, `Bearer ${token}`],
  [/[\w-]{40,}/g, token],
  [/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi, id],
  // Ids in paths: whatever stands where a call of §7 has one, and numbers anywhere.
  [
    /\b((?:serials\/serial|locations\/location|snelstart\/(?:keys|company|relations)|journals\/grootboeken|accounting\/paymentledgers)\/)(?!(?:list|info|import|unconnected)(?![\w.~%-]))[^/?#\s"'<>:,;]+/g,
    `$1${id}`,
  ],
  [/(\/|%(?:25)*2f)\d+(?![\w.-])/gi, `$1${id}`],
]

/**
 * A text without queries, fragments, values of parameters, mail addresses, tokens and ids: of an address its path is
 * left, as a template. Names of people are kept out of messages, and replays mask all text.
 */
export const scrubText = (text: string) =>
  rules.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text)
