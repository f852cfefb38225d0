import { choiceOf, isSet, type Id } from '../../api/endpoint.ts'
import type { Location } from '../../api/locations.ts'
import type { Registration } from '../../api/registrations.ts'
import type { Administration } from '../../api/serials.ts'
import type { Failure } from '../../failure.ts'
import type { Message, MessageKey } from '../../i18n/messages.ts'
import type { CompanyInfo } from './calls/company-info.ts'
import { isSetUp, type CompanySettings } from './calls/company.ts'
import type { Ledger as LedgerAnswer } from './calls/ledgers.ts'
import { findTemplate, type OrderTemplate } from './calls/order-templates.ts'
import type { StoredPaymentLedgers } from './calls/payment-ledgers.ts'
import { isSameSetting } from './company-settings.ts'
import { functionText } from './ledger-functions.ts'
import { ledgerOf, ledgerSettings, paymentPurposes, type RequiredPurpose } from './ledgers.ts'
import { defaultRelation, isCustomer, walkInCode, type Relation } from './relations.ts'
import { settings as settingRows, type Setting } from './settings.ts'
import type { WizardStep } from './steps.ts'
import { verdictOf, type Verdict } from './suitability.ts'
import { plainValue, type ShownValue } from './summary.ts'
import { templateFields } from './values.ts'

/** Another location of the administration, and the accounting administration that it books in. */
export interface OtherLocation {
  name: string
  /** Null where it is not coupled, or its settings could not be read. */
  identifier: Id | null
}

/** What is read of a coupling (product §2, "Checking a coupling"). */
export interface Reads {
  administration: Administration | null
  location: Location | null
  registration: Registration | null
  /** `waiting`: not confirmed yet; null: never made. */
  settings: CompanySettings | 'waiting' | null
  info: CompanyInfo
  templates: readonly OrderTemplate[]
  ledgers: readonly LedgerAnswer[]
  payments: readonly StoredPaymentLedgers[]
  /** That unknown customers are booked on; null where it is gone. */
  relation: Relation | null
  others: readonly OtherLocation[]
}
export type ReadName = keyof Reads

/** How a read stands. */
export type Answer<Value> =
  | { status: 'asking' }
  | { status: 'answered'; value: Value }
  /** `code`: the status that the service refused with. */
  | { status: 'failed'; failure: Failure; code: number | undefined }
export type Answers = { readonly [Name in ReadName]: Answer<Reads[Name]> }

/** Something that was saved and is otherwise now. */
export interface Change {
  label: MessageKey
  was: ShownValue
  is: ShownValue
}

interface Judged {
  verdict: 'good' | 'attention' | 'wrong' | 'unknown'
  /** What that means, and what to do. */
  told?: readonly Message[]
  /** What was found. */
  facts?: readonly { label: MessageKey; value: ShownValue }[]
  changes?: readonly Change[]
}

/** What is said of one part of a coupling. */
export interface Line extends Omit<Judged, 'verdict'> {
  name: string
  label: MessageKey
  verdict: Judged['verdict'] | 'asking'
  /** Reads that failed, which can be asked again. */
  failed: readonly ReadName[]
  /** Why they did. */
  failure?: Failure
  /** The step of the wizard that mends it. */
  step?: WizardStep
}

interface Rule<Needs extends ReadName> {
  name: string
  label: MessageKey
  /** Without these there is nothing to say. */
  needs: readonly Needs[]
  /** The step of the wizard that mends it. */
  step?: WizardStep
  /** What a refusal says of itself; undefined where it says nothing of the coupling. */
  refused?: (code: number | undefined) => Judged | undefined
  judge: (reads: Pick<Reads, Needs> & Partial<Reads>) => Judged
}

/** A rule once its reads are there. */
interface AnyRule extends Omit<Rule<ReadName>, 'judge'> {
  judge: (reads: Reads) => Judged
  /** There is nothing to say before there is a coupling. */
  isOfSettings?: true
}

const rule = <Needs extends ReadName>(given: Rule<Needs>): AnyRule => given

/** A rule about the settings of a coupling that there is. */
function ofSettings<Needs extends ReadName>({
  judge,
  needs,
  ...given
}: Omit<Rule<Needs>, 'judge'> & {
  judge: (settings: CompanySettings, reads: Pick<Reads, Needs>) => Judged
}): AnyRule {
  return {
    ...given,
    needs: ['settings', ...needs],
    judge: (reads) => judge(reads.settings as CompanySettings, reads),
    isOfSettings: true,
  }
}

const notCoupled: Judged = { verdict: 'unknown', told: [{ key: 'check:notCoupled' }] }
const gone = { key: 'check:gone' } as const
const wrong = (key: MessageKey, parameters?: Message['parameters']): Judged => ({
  verdict: 'wrong',
  told: [{ key, ...(parameters && { parameters }) }],
})

const access = rule<'administration' | 'location'>({
  name: 'access',
  label: 'check:access',
  needs: ['administration', 'location'],
  refused: (code) => (code === 403 ? wrong('check:foreign') : undefined),
  judge({ administration, location }) {
    if (!administration) return wrong('wizard:unknownAdministration')
    if (!location) return wrong('wizard:unknownLocation')
    const { administration_id: owner } = location
    const isForeign = isSet(owner) && String(owner) !== String(administration.id)
    if (isForeign) return wrong('wizard:foreignLocation')
    return {
      verdict: 'good',
      facts: [
        { label: 'wizard:administration', value: administration.name },
        { label: 'wizard:location', value: location.name },
      ],
    }
  },
})

const coupling = rule<'settings'>({
  name: 'coupling',
  label: 'check:coupling',
  needs: ['settings'],
  judge({ settings, registration }) {
    if (settings === 'waiting') return { verdict: 'attention', told: [{ key: 'check:waiting' }] }
    if (settings === null) return wrong(registration ? 'check:registered' : 'check:neverMade')
    if (!isSetUp(settings)) return { verdict: 'attention', told: [{ key: 'check:notSetUp' }] }
    return { verdict: 'good', told: [{ key: 'check:confirmed' }] }
  },
})

/** What an accounting administration can be recognised by: it has no name that could be read. */
const recognisable = 3

const administration = ofSettings({
  name: 'administration',
  label: 'check:administration',
  needs: ['others', 'templates', 'ledgers'],
  judge(settings, { others, templates, ledgers }) {
    const identifier = String(settings.snelstart_administratie_identifier)
    const coupled = others.filter((other) => other.identifier !== null)
    const namesOf = (isSame: boolean) =>
      coupled
        .filter((other) => (String(other.identifier) === identifier) === isSame)
        .map(({ name }) => name)
        .join(', ')
    const [same, different] = [namesOf(true), namesOf(false)]
    const found = [
      ...templates.map(({ omschrijving }) => omschrijving),
      ...ledgers.map(ledgerOf).map(({ number, description }) => `${number} ${description}`.trim()),
    ]
    const facts = [
      { label: 'check:sameAdministration', value: same },
      { label: 'check:otherAdministration', value: different },
      { label: 'check:recognise', value: found.slice(0, 2 * recognisable).join(', ') },
    ] as const
    return {
      verdict: different === '' ? 'good' : 'attention',
      told: different === '' ? [] : [{ key: 'check:administrationsDiffer' }],
      facts: facts.filter(({ value }) => value !== ''),
    }
  },
})

const templates = ofSettings({
  name: 'templates',
  label: 'check:templates',
  needs: ['templates'],
  step: 'snelstart',
  judge(settings, { templates: list }) {
    const named = Object.values(templateFields).flatMap(({ setting, label }) => {
      const id = settings[setting]
      return isSet(id) ? [{ id, label, found: findTemplate(list, id) }] : []
    })
    const changes = named
      .filter(({ found }) => !found)
      .map(({ id, label }): Change => ({ label, was: String(id), is: gone }))
    const facts = named.flatMap(({ label, found }) =>
      found ? [{ label, value: found.omschrijving }] : [],
    )
    if (changes.length > 0) return { ...wrong('check:templateGone'), changes, facts }
    return { verdict: 'good', told: named.length > 0 ? [] : [{ key: 'check:noTemplates' }], facts }
  },
})

const judgedBy: Readonly<Record<Verdict['kind'], Judged['verdict']>> = {
  fits: 'good',
  doubtful: 'attention',
  refused: 'wrong',
  unknown: 'unknown',
}

function ledgerRule(name: string, purpose: RequiredPurpose, { label }: Setting) {
  return ofSettings({
    name,
    label,
    needs: ['ledgers'],
    step: 'journals',
    judge(settings, { ledgers }) {
      const number = settings[name]
      if (!isSet(number)) return wrong('check:ledgerUnset')
      const found = ledgers.find(({ nummer }) => String(nummer) === String(number))
      if (!found) {
        const changes = [{ label, was: String(number), is: gone }]
        return { ...wrong('check:ledgerGone', { number: String(number) }), changes }
      }
      const ledger = ledgerOf(found)
      const parameters = {
        ledger: `${ledger.number} ${ledger.description}`.trim(),
        function: functionText(ledger.function),
      }
      const is: Message = { key: 'check:ledgerIs', parameters }
      if (choiceOf(found.nonactief) === true) {
        return { verdict: 'wrong', told: [is, { key: 'check:ledgerInactive' }] }
      }
      const { kind, reasons } = verdictOf(purpose, ledger)
      return { verdict: judgedBy[kind], told: [is, ...reasons] }
    },
  })
}

const payments = ofSettings({
  name: 'payments',
  label: 'check:payments',
  needs: ['payments'],
  step: 'summary',
  judge(settings, { payments: records }) {
    const [record, ...more] = records
    if (!record) return wrong('check:paymentsNone')
    if (more.length > 0) return wrong('check:paymentsTwice')
    const changes = paymentPurposes.flatMap((purpose): Change[] => {
      const setting = ledgerSettings[purpose]
      const [saved, kept] = [settings[setting], record[`${purpose}_ledger`]]
      if (!isSet(kept) || isSameSetting(saved, kept)) return []
      const label = settingRows.find(({ name }) => name === setting)?.label
      return label ? [{ label, was: plainValue(saved), is: plainValue(kept) }] : []
    })
    if (changes.length > 0) return { ...wrong('check:paymentsDiffer'), changes }
    const isSaid = paymentPurposes.every((purpose) => isSet(record[`${purpose}_ledger`]))
    if (!isSaid) return { verdict: 'unknown', told: [{ key: 'check:paymentsUnsaid' }] }
    return { verdict: 'good', told: [{ key: 'check:paymentsSame' }] }
  },
})

const relation = ofSettings({
  name: 'relation',
  label: 'wizard:walkIn',
  needs: ['relation'],
  step: 'unknown_relation',
  judge(settings, { relation: found }) {
    const id = defaultRelation(settings)
    if (!found) {
      const was = String(id ?? walkInCode)
      const changes = [{ label: 'wizard:walkIn' as const, was, is: gone }]
      return { ...wrong('check:relationGone'), changes }
    }
    const facts = [{ label: 'wizard:walkIn' as const, value: `${found.code} ${found.name}`.trim() }]
    if (isCustomer(found)) return { verdict: 'good', facts }
    return { verdict: 'attention', told: [{ key: 'check:relationNoCustomer' }], facts }
  },
})

const rowsOf = (group: Setting['group']) => settingRows.filter((row) => row.group === group)

const prices = ofSettings({
  name: 'prices',
  label: 'wizard:prices',
  needs: ['info'],
  step: 'summary',
  judge(settings, { info }) {
    // Prices follow from what the accounting package says, and from no choice.
    const now = rowsOf('prices').map(({ name, label, kind, from }) => {
      const [was, is] = [settings[name], from({ info } as Parameters<typeof from>[0])]
      const isChanged = !isSameSetting(was, is)
      return { label, was: plainValue(was, kind), is: plainValue(is, kind), isChanged }
    })
    const changes = now.filter(({ isChanged }) => isChanged)
    const facts = now.map(({ label, is }) => ({ label, value: is }))
    if (changes.length === 0) return { verdict: 'good', facts }
    return { verdict: 'attention', told: [{ key: 'check:pricesChanged' }], changes }
  },
})

const sync = ofSettings({
  name: 'sync',
  label: 'check:sync',
  needs: [],
  step: 'import_and_sync',
  judge: (settings) => ({
    verdict: 'good',
    facts: rowsOf('import_and_sync').map(({ name, label, kind }) => ({
      label,
      value: plainValue(settings[name], kind),
    })),
  }),
})

const rules: readonly AnyRule[] = [
  access,
  coupling,
  administration,
  templates,
  ...settingRows.flatMap((row) => (row.purpose ? [ledgerRule(row.name, row.purpose, row)] : [])),
  payments,
  relation,
  prices,
  sync,
]

/**
 * What there is to say of a coupling, in a fixed order, as far as its reads have been answered. A read
 * that failed leaves what needs it unknown, and says nothing of the rest.
 */
export function linesOf(answers: Answers): readonly Line[] {
  const { settings } = answers
  const isCoupled = settings.status !== 'answered' || isObject(settings.value)
  const reads = Object.fromEntries(
    Object.entries(answers).flatMap(([name, answer]) =>
      answer.status === 'answered' ? [[name, answer.value]] : [],
    ),
  ) as unknown as Reads
  return rules.map(({ judge, refused, needs, isOfSettings, ...line }) => {
    const failed = needs.filter((name) => answers[name].status === 'failed')
    if (isOfSettings && !isCoupled) return { ...line, ...notCoupled, failed: [] }
    const [first] = failed.map((name) => answers[name])
    if (first?.status === 'failed') {
      const { failure, code } = first
      return { ...line, ...(refused?.(code) ?? { verdict: 'unknown', failure }), failed }
    }
    const isAsking = needs.some((name) => answers[name].status === 'asking')
    return { ...line, ...(isAsking ? { verdict: 'asking' } : judge(reads)), failed }
  })
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null
