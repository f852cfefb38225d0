import { useState } from 'react'
import * as z from 'zod/mini'
import { TextField } from '../../src/islands/form/TextField.tsx'
import {
  email,
  endsWith,
  is,
  matches,
  not,
  startsWith,
  url,
} from '../../src/lib/validation/texts.ts'
import * as characters from '../../src/lib/validation/texts.ts'
import {
  between,
  date,
  dateAfter,
  dateBefore,
  dateBetween,
  dateFormat,
  length,
  max,
  mime,
  min,
  number,
} from '../../src/lib/validation/values.ts'
import {
  accepted,
  confirm,
  required,
  requireOne,
  type Rule,
} from '../../src/lib/validation/rule.ts'

/** Each family of rules (§5), with a text that breaks it. */
const rules: readonly [name: string, rule: Rule, wrong: string][] = [
  ['required', required(), ' '],
  ['email', email(), 'winkel@'],
  ['url', url(), 'winkel.test'],
  ['accepted', accepted(), 'no'],
  ['date', date(), '2026-02-30'],
  ['date_after 2026-01-01', dateAfter('2026-01-01'), '2026-01-01'],
  ['date_before 2026-01-01', dateBefore('2026-01-01'), '2026-01-01'],
  ['date_between', dateBetween('2026-01-01', '2026-12-31'), '2027-01-01'],
  ['date_format', dateFormat('DD-MM-YYYY'), '2026-01-01'],
  ['number', number(), 'one'],
  ['length of 3', length(3, 3), 'ab'],
  ['length of at least 3', length(3), 'ab'],
  ['length of at most 3', length(0, 3), 'abcd'],
  ['length from 2 to 3', length(2, 3), 'abcd'],
  ['length, misconfigured', length(3, 2), 'ab'],
  ['min 3', min(3), '2'],
  ['max 3', max(3), '4'],
  ['between 3 and 5', between(3, 5), '6'],
  ['starts_with', startsWith('K', 'P'), 'a'],
  ['ends_with', endsWith('t'), 'a'],
  ['is', is('yes', 'no'), 'perhaps'],
  ['matches', matches(/^\d{4}$/), 'a'],
  ['not', not('root'), 'root'],
  ['alpha', characters.alpha(), 'a1'],
  ['alphanumeric', characters.alphanumeric(), 'a-1'],
  ['alpha_spaces', characters.alphaSpaces(), 'a1'],
  ['uppercase', characters.uppercase(), 'a'],
  ['lowercase', characters.lowercase(), 'A'],
  ['symbol', characters.symbol(), 'a'],
  ['contains_alpha', characters.containsAlpha(), '1'],
  ['contains_alphanumeric', characters.containsAlphanumeric(), '!'],
  ['contains_alpha_spaces', characters.containsAlphaSpaces(), '1'],
  ['contains_uppercase', characters.containsUppercase(), 'a'],
  ['contains_lowercase', characters.containsLowercase(), 'A'],
  ['contains_symbol', characters.containsSymbol(), 'a'],
  ['contains_numeric', characters.containsNumeric(), 'a'],
]

/** Each rule of a form on a field to try it with. Those about several fields are about two. */
export function Rules() {
  const [type, setType] = useState('')
  return (
    <div className="gallery-grid">
      {rules.map(([name, rule, wrong]) => (
        <RuledField
          key={name}
          name={name}
          wrong={wrong}
          issuesOf={(value) => z.safeParse(z.unknown().check(rule), value)}
        />
      ))}
      <RuledField
        name="confirm"
        wrong="another"
        issuesOf={(repeated) =>
          z.safeParse(pair.check(confirm('second', 'first')), { first: 'this', second: repeated })
        }
      />
      <RuledField
        name="require_one"
        wrong=""
        issuesOf={(first) => z.safeParse(pair.check(requireOne('first', 'second')), { first })}
      />
      <label>
        mime
        <input type="file" onChange={({ target }) => setType(target.files?.[0]?.type ?? '')} />
      </label>
      <RuledField
        key={type}
        name="mime image/*, of the type"
        wrong={type || 'text/plain'}
        issuesOf={(given) => {
          const files = [new Blob([], { type: given })]
          return z.safeParse(z.unknown().check(mime('image/*')), files)
        }}
      />
    </div>
  )
}

const pair = z.object({ first: z.optional(z.string()), second: z.optional(z.string()) })

interface Props {
  name: string
  /** What stands there at first. */
  wrong: string
  issuesOf: (value: string) => { error?: { issues: readonly unknown[] } }
}

function RuledField({ name, wrong, issuesOf }: Props) {
  const [value, setValue] = useState(wrong)
  const errors = issuesOf(value).error?.issues ?? []
  return (
    <TextField
      field={{
        name: `rule-${name.replaceAll(/\W+/g, '-')}`,
        state: { value, meta: { isBlurred: true, errors } },
        handleChange: setValue,
        handleBlur: () => undefined,
      }}
      label={name}
    />
  )
}
