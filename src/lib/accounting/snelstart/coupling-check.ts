import { choiceOf, isSet, type Id } from '../../api/endpoint.ts'
import type { Location } from '../../api/locations.ts'
import type { Registration } from '../../api/registrations.ts'
import type { Administration } from '../../api/serials.ts'
import type { Failure } from '../../failure.ts'
import type { Message, MessageKey } from '../../i18n/messages.ts'
import type { CompanyInfo } from './calls/company-info.ts'
import type { CompanySettings } from './calls/company.ts'
import type { Ledger as LedgerAnswer } from './calls/ledgers.ts'
import { findTemplate, type OrderTemplate } from './calls/order-templates.ts'
import type { StoredPaymentLedgers } from './calls/payment-ledgers.ts'
import { isSameSetting } from './company-settings.ts'
import { functionText } from './ledger-functions.ts'
import {
  ledgerLabels,
  ledgerOf,
  ledgerSettings,
  paymentPurposes,
  type Ledger,
  type RequiredPurpose,
} from './ledgers.ts'
import { defaultRelation, isCustomer, walkInCode, type Relation } from './relations.ts'
import { settings as settingRows, type Setting } from './settings.ts'
import { firstStep, type WizardStep } from './steps.ts'
import { verdictOf, type Verdict } from './suitability.ts'
import { plainValue, vatMessage, type ShownValue } from './summary.ts'
import { templateFields } from './values.ts'

/** Another location of the administration, and the accounting administration that it books in. */
export interface OtherLocation {
  name: string
  /** Null where it is not coupled. */
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
  /** The step of the wizard that mends it. */
  step?: WizardStep
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
}

interface Rule<Needs extends ReadName = ReadName> extends Pick<Judged, 'step'> {
  name: string
  label: MessageKey
  /** Without these there is nothing to say. */
  needs: readonly Needs[]
  /** These are waited for as well, and done without where they fail. */
  takes?: readonly ReadName[]
  /** What it means that something may not be read; nothing unless given. */
  forbidden?: Judged
  /** How far a coupling is before there is anything to say; its settings are needed then. Set up unless told. */
  since?: 'always' | keyof typeof tooEarly
  judge: (reads: Pick<Reads, Needs> & Partial<Reads>, settings: CompanySettings) => Judged
}

const rule = <Needs extends ReadName>(given: Rule<Needs>): Rule => given

const tooEarly = { coupled: 'check:notCoupled', setUp: 'check:notSetUpYet' } as const
const gone = { key: 'check:gone' } as const
const wrong = (key: MessageKey, parameters?: Message['parameters']): Judged => ({
  verdict: 'wrong',
  told: [{ key, ...(parameters && { parameters }) }],
})

/** What is wrong with what was asked for, where that is known. */
function misplaced({ administration, location }: Partial<Reads>): MessageKey | undefined {
  if (administration === null) return 'wizard:unknownAdministration'
  if (location === null) return 'wizard:unknownLocation'
  const owner = location?.administration_id
  const isForeign = administration && isSet(owner) && String(owner) !== String(administration.id)
  return isForeign ? 'wizard:foreignLocation' : undefined
}

const access = rule<'administration' | 'location'>({
  name: 'access',
  label: 'check:access',
  needs: ['administration', 'location'],
  since: 'always',
  forbidden: wrong('check:foreign'),
  judge({ administration, location }) {
    const problem = misplaced({ administration, location })
    if (problem) return wrong(problem)
    return {
      verdict: 'good',
      facts: [
        { label: 'wizard:administration', value: administration?.name ?? null },
        { label: 'wizard:location', value: location?.name ?? null },
      ],
    }
  },
})

/** Whether nobody has set up a coupling: its settings name no ledger. */
const isBlank = (settings: CompanySettings) =>
  settingRows.every(({ name, purpose }) => !purpose || !isSet(settings[name]))

const coupling = rule<'settings'>({
  name: 'coupling',
  label: 'check:coupling',
  needs: ['settings'],
  since: 'always',
  takes: ['administration', 'location', 'registration'],
  judge({ settings, registration, ...place }) {
    if (settings === 'waiting') return { verdict: 'attention', told: [{ key: 'check:waiting' }] }
    if (settings === null) {
      // Of what does not exist there is no coupling either, which is no fault of its own.
      if (misplaced(place)) return { verdict: 'unknown', told: [{ key: 'check:misplaced' }] }
      return wrong(registration ? 'check:registered' : 'check:neverMade')
    }
    if (isBlank(settings)) {
      return { verdict: 'attention', told: [{ key: 'check:notSetUp' }], step: firstStep }
    }
    return { verdict: 'good', told: [{ key: 'check:confirmed' }] }
  },
})

const namesOf = (locations: readonly OtherLocation[]) =>
  locations.map(({ name }) => name).join(', ')

/** How many of a kind an accounting administration is recognised by: it has no name that could be read. */
const recognisable = 3

const administration = rule({
  name: 'administration',
  label: 'check:administration',
  needs: ['others'],
  takes: ['templates', 'ledgers'],
  since: 'coupled',
  judge({ others, templates = [], ledgers = [] }, settings) {
    const identifier = String(settings.snelstart_administratie_identifier)
    const coupled = others.filter((other) => other.identifier !== null)
    const isSame = (other: OtherLocation) => String(other.identifier) === identifier
    const different = coupled.filter((other) => !isSame(other))
    const found = [
      ...templates.slice(0, recognisable).map(({ omschrijving }) => omschrijving),
      ...ledgers.slice(0, recognisable).map((each) => ledgerText(ledgerOf(each))),
    ]
    const facts = [
      { label: 'check:sameAdministration', value: namesOf(coupled.filter(isSame)) },
      { label: 'check:otherAdministration', value: namesOf(different) },
      { label: 'check:recognise', value: found.join(', ') },
    ] as const
    const known = { facts: facts.filter(({ value }) => value !== '') }
    if (different.length === 0) return { verdict: 'good', ...known }
    return { verdict: 'attention', told: [{ key: 'check:administrationsDiffer' }], ...known }
  },
})

const templates = rule({
  name: 'templates',
  label: 'check:templates',
  needs: ['templates'],
  step: 'snelstart',
  judge({ templates: list }, settings) {
    const usesStock = choiceOf(settings.write_as_order) === true
    const all = Object.values(templateFields).map(({ setting, label }) => {
      const id = settings[setting]
      return { label, id, found: isSet(id) ? findTemplate(list, id) : undefined }
    })
    const isUsed = usesStock || all.some(({ id }) => isSet(id))
    if (!isUsed) return { verdict: 'good', told: [{ key: 'check:noTemplates' }] }
    const changes = all.flatMap(({ id, label, found }): Change[] =>
      isSet(id) && !found ? [{ label, was: String(id), is: gone }] : [],
    )
    const [standard, register, account] = all
    // As in the summary: with stock there are templates of their own for both kinds of sales.
    const exclusive = (one = standard) =>
      choiceOf((usesStock ? one : standard)?.found?.prijsIngaveExclusiefBtw)
    const facts = [
      ...all.flatMap(({ label, found }) => (found ? [{ label, value: found.omschrijving }] : [])),
      { label: 'wizard:registerPrices', value: vatMessage(exclusive(register)) },
      { label: 'wizard:accountPrices', value: vatMessage(exclusive(account)) },
    ] as const
    const isLacking = (usesStock ? all : all.slice(0, 1)).some(({ id }) => !isSet(id))
    if (changes.length > 0) return { ...wrong('check:templateGone'), changes, facts }
    if (isLacking) return { ...wrong('check:templateUnset'), facts }
    if (exclusive(register) !== true) return { verdict: 'good', facts }
    return { verdict: 'attention', told: [{ key: 'check:templateExclusive' }], facts }
  },
})

const ledgerText = ({ number, description }: Ledger) => `${number} ${description}`.trim()

const judgedBy: Readonly<Record<Verdict['kind'], Judged['verdict']>> = {
  fits: 'good',
  doubtful: 'attention',
  refused: 'wrong',
  unknown: 'unknown',
}

function ledgerRule(name: string, purpose: RequiredPurpose, { label }: Setting) {
  return rule({
    name,
    label,
    needs: ['ledgers'],
    step: 'journals',
    judge({ ledgers }, settings) {
      const number = settings[name]
      if (!isSet(number)) return wrong('check:ledgerUnset')
      const found = ledgers.find(({ nummer }) => String(nummer) === String(number))
      if (!found) {
        const changes = [{ label, was: String(number), is: gone }]
        return { ...wrong('check:ledgerGone', { number: String(number) }), changes }
      }
      const ledger = ledgerOf(found)
      const key = ledger.function === '' ? 'check:ledgerNoFunction' : 'check:ledgerIs'
      const parameters = { ledger: ledgerText(ledger), function: functionText(ledger.function) }
      const is: Message = { key, parameters }
      if (choiceOf(found.nonactief) === true) {
        return { verdict: 'wrong', told: [is, { key: 'check:ledgerInactive' }] }
      }
      const { kind, reasons } = verdictOf(purpose, ledger)
      return { verdict: judgedBy[kind], told: [is, ...reasons] }
    },
  })
}

const payments = rule({
  name: 'payments',
  label: 'check:payments',
  needs: ['payments'],
  step: 'summary',
  judge({ payments: records }, settings) {
    const [record, ...more] = records
    if (!record) return wrong('check:paymentsNone')
    if (more.length > 0) return wrong('check:paymentsTwice')
    const changes = paymentPurposes.flatMap((purpose): Change[] => {
      const [saved, kept] = [settings[ledgerSettings[purpose]], record[`${purpose}_ledger`]]
      if (!isSet(kept) || isSameSetting(saved, kept)) return []
      return [{ label: ledgerLabels[purpose], was: plainValue(saved), is: plainValue(kept) }]
    })
    if (changes.length > 0) return { ...wrong('check:paymentsDiffer'), changes }
    const isSaid = paymentPurposes.every((purpose) => isSet(record[`${purpose}_ledger`]))
    if (!isSaid) return { verdict: 'unknown', told: [{ key: 'check:paymentsUnsaid' }] }
    return { verdict: 'good', told: [{ key: 'check:paymentsSame' }] }
  },
})

const relation = rule({
  name: 'relation',
  label: 'wizard:walkIn',
  needs: ['relation'],
  step: 'unknown_relation',
  judge({ relation: found }, settings) {
    const label = 'wizard:walkIn'
    if (!found) {
      const was = String(defaultRelation(settings) ?? walkInCode)
      return { ...wrong('check:relationGone'), changes: [{ label, was, is: gone }] }
    }
    const facts = [{ label, value: `${found.code} ${found.name}`.trim() }] as const
    if (isCustomer(found)) return { verdict: 'good', facts }
    return { verdict: 'attention', told: [{ key: 'check:relationNoCustomer' }], facts }
  },
})

const priceRows = settingRows.filter(({ group }) => group === 'prices')
/** What is on or off. */
const choiceRows = settingRows.filter(
  (row) => ['choice', 'opposite'].includes(row.kind) && !priceRows.includes(row),
)

const prices = rule({
  name: 'prices',
  label: 'wizard:prices',
  needs: ['info'],
  step: 'summary',
  judge({ info }, settings) {
    // Prices follow from what the accounting package says, and from no choice.
    const now = priceRows.map(({ name, label, kind, from }) => {
      const [was, is] = [settings[name], from({ info } as Parameters<typeof from>[0])]
      const isSaid = was !== undefined
      const isChanged = isSaid && !isSameSetting(was, is)
      return { label, was: plainValue(was, kind), is: plainValue(is, kind), isSaid, isChanged }
    })
    const changes = now.filter(({ isChanged }) => isChanged)
    const facts = now.map(({ label, is }) => ({ label, value: is }))
    if (changes.length > 0) {
      return { verdict: 'attention', told: [{ key: 'check:pricesChanged' }], changes }
    }
    if (now.every(({ isSaid }) => isSaid)) return { verdict: 'good', facts }
    return { verdict: 'unknown', told: [{ key: 'check:pricesUnsaid' }], facts }
  },
})

const sync = rule({
  name: 'sync',
  label: 'check:sync',
  needs: [],
  step: 'import_and_sync',
  judge: (_, settings) => ({
    verdict: 'good',
    facts: choiceRows.map(({ name, label, kind }) => ({
      label,
      value: plainValue(settings[name], kind),
    })),
  }),
})

const rules: readonly Rule[] = [
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

/** What a refusal says where a read has no words of its own for it. */
const refusals: Readonly<Partial<Record<number, MessageKey>>> = {
  403: 'check:forbidden',
  404: 'check:notFound',
  409: 'check:unconfirmed',
}

/**
 * What there is to say of a coupling, in a fixed order, as far as its reads have been answered. A read
 * that failed leaves what needs it unknown, and says nothing of the rest.
 */
export function linesOf(answers: Answers): readonly Line[] {
  const reads = Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      'value' in answer ? answer.value : undefined,
    ]),
  ) as unknown as Reads
  const lack = lackIn(reads)
  return rules.map(({ judge, forbidden, needs, takes = [], since = 'setUp', ...line }): Line => {
    const isEarly = since === lack || (since !== 'always' && lack === 'coupled')
    if (lack && isEarly) {
      return { ...line, verdict: 'unknown', told: [{ key: tooEarly[lack] }], failed: [] }
    }
    const needed = since === 'always' ? needs : [...needs, 'settings' as const]
    const failed = needed.filter((name) => answers[name].status === 'failed')
    const isAsking = [...needed, ...takes].some((name) => answers[name].status === 'asking')
    // What waits for the settings is never asked for without them.
    if (isAsking && !failed.includes('settings')) return { ...line, verdict: 'asking', failed: [] }
    const failures = failed.map((name) => answers[name]).filter((each) => each.status === 'failed')
    if (forbidden && failures.some(({ code }) => code === 403))
      return { ...line, ...forbidden, failed }
    const [first] = failures
    if (!first) return { ...line, failed, ...judge(reads, reads.settings as CompanySettings) }
    const { failure, code = 0 } = first
    const key = refusals[code]
    return { ...line, verdict: 'unknown', told: key ? [{ key }] : [], failure, failed }
  })
}

/** How far the coupling is not yet, as far as that is known. */
function lackIn({ settings }: Partial<Reads>): keyof typeof tooEarly | undefined {
  if (settings === null || settings === 'waiting') return 'coupled'
  return settings && isBlank(settings) ? 'setUp' : undefined
}
