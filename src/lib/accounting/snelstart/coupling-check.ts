import { parseChoice, isSet, type Id } from '../../api/endpoint.ts'
import type { Location, Administration } from '../../api/places.ts'
import type { Registration } from '../../api/registrations.ts'
import { findPlaceProblems } from '../../domain/place.ts'
import type { Failure } from '../../failure.ts'
import type { Message, MessageKey } from '../../i18n/messages.ts'
import {
  type CompanyInfo,
  findTemplate,
  type OrderTemplate,
  type StoredPaymentLedgers,
} from './calls.ts'
import { getCouplingState, type CompanySettings, type Coupling } from './stored-settings.ts'
import { isSameSetting } from './company-settings.ts'
import { formatLedgerFunction, judgeLedger, verdictTexts } from './suitability.ts'
import {
  ledgerDefaults,
  ledgerLabels,
  formatLedger,
  paymentPurposes,
  type SuggestedLedger,
  type Ledger,
  type RequiredLedgerPurpose,
} from './ledgers.ts'
import {
  getDefaultRelation,
  isCustomerRelation,
  walkInRelationCode,
  type Relation,
} from './relations.ts'
import {
  wizardChoices,
  wizardChoiceRows,
  firstStep,
  settingRows,
  templateNames,
  type ChoiceRow,
  type WizardStep,
} from './choices.ts'
import { toShownValue, getVatMessage, type ShownValue } from './summary.ts'

export interface OtherLocation {
  name: string
  identifier: Id | null
}

/** Data for a coupling check (product §2, "Checking a coupling"). */
export interface CouplingData {
  administration: Administration | null
  location: Location | null
  registration: Registration | null
  settings: Coupling
  info: CompanyInfo
  templates: readonly OrderTemplate[]
  ledgers: readonly Ledger[]
  /** Number of the ledger for cash differences, if known. */
  cashDifferences: string | null
  payments: readonly StoredPaymentLedgers[]
  relation: Relation | null
  others: readonly OtherLocation[]
}
export type CouplingField = keyof CouplingData

export interface SettingChange {
  label: MessageKey
  text: 'check:changeGone' | 'check:changePrices' | 'check:changePayments'
  before: ShownValue
  after: ShownValue
}

interface Finding {
  /** `off` is deliberate, and `manual` needs a check by the user. */
  verdict: 'good' | 'manual' | 'off' | 'attention' | 'wrong' | 'unknown'
  messages?: readonly Message[]
  facts?: readonly { label: MessageKey; value: ShownValue; isName?: true }[]
  changes?: readonly SettingChange[]
  ifNot?: Message
  step?: WizardStep
  fixText?: Message
  fix?: SuggestedLedger
}

export type LoadState<Value> =
  | { status: 'asking' }
  | { status: 'answered'; value: Value }
  | { status: 'failed'; failure: Failure; code: number | undefined }
export type CouplingDataStates = { readonly [Name in CouplingField]: LoadState<CouplingData[Name]> }

export interface CheckLine extends Omit<Finding, 'verdict'> {
  name: string
  label: MessageKey
  verdict: Finding['verdict'] | 'asking'
  failed: readonly CouplingField[]
  failure?: Failure
  sameAs?: MessageKey
}

const stages = ['asked', 'there', 'coupled', 'setUp'] as const
type Stage = (typeof stages)[number]

interface Rule<Needs extends CouplingField = CouplingField> extends Pick<Finding, 'step'> {
  name: string
  label: MessageKey
  /** Coupling stage from which the rule applies (default `setUp`). */
  since?: Stage
  needs: readonly Needs[]
  optional?: readonly CouplingField[]
  forbidden?: Finding
  judge: (
    reads: Pick<CouplingData, Needs> & Partial<CouplingData>,
    settings: CompanySettings,
  ) => Finding
}

const rule = <Needs extends CouplingField>(typedRule: Rule<Needs>): Rule => typedRule

const gone = { key: 'check:gone' } as const
const changeGone = (label: MessageKey, was: unknown) =>
  ({ label, text: 'check:changeGone', before: String(was), after: gone }) as const
const finding = (verdict: Finding['verdict'], key: MessageKey, more?: Partial<Message>) =>
  ({ verdict, messages: [{ ...more, key }] }) satisfies Finding
const wrong = (key: MessageKey, more?: Partial<Message>) => finding('wrong', key, more)

const namesOf = (locations: readonly OtherLocation[]) =>
  locations.map(({ name }) => name).join(', ')

/** Number of listed templates and ledgers by which users recognise an administration. */
const recognisable = 3

/** Returns the only fitting unused ledger, preferring the default number. */
function findFittingLedger(
  purpose: RequiredLedgerPurpose,
  ledgers: readonly Ledger[],
  settings: CompanySettings,
): Pick<Finding, 'step' | 'fixText' | 'fix'> {
  const usual = ledgerDefaults[purpose]
  const used = settingRows.map(({ setting }) => String(settings[setting]).trim())
  const fitting = ledgers
    .filter((each) => judgeLedger(purpose, each)?.kind === 'fits' && !used.includes(each.number))
    .filter((each) => each.function.toLowerCase() === usual.proposal.function.toLowerCase())
  const named = fitting.filter(({ number }) => number === usual.number)
  const [ledger, ...others] = named.length > 0 ? named : fitting
  if (!ledger || others.length > 0) return {}
  return {
    fixText: { key: 'check:useLedger', parameters: { ledger: formatLedger(ledger) } },
    fix: { purpose, number: ledger.number },
  }
}

function ledgerRule({ name, label, setting }: ChoiceRow, purpose: RequiredLedgerPurpose) {
  return rule({
    name: setting ?? name,
    label,
    needs: setting ? ['ledgers'] : ['ledgers', 'cashDifferences'],
    step: 'journals',
    judge({ ledgers, cashDifferences }, settings) {
      const number = setting ? settings[setting] : cashDifferences
      const fix = findFittingLedger(purpose, ledgers, settings)
      if (!isSet(number) && !setting) return finding('unknown', 'wizard:cashDifferencesUnknown')
      if (!isSet(number)) return { ...wrong('check:ledgerUnset'), ...fix }
      const ledger = ledgers.find((each) => isSameSetting(each.number, number))
      if (!ledger) {
        const parameters = { number: String(number) }
        const again = { step: 'summary', fixText: { key: 'check:makeAgain', parameters } } as const
        return { ...wrong('check:ledgerGone', { parameters }), ...again }
      }
      const key = ledger.function === '' ? 'check:ledgerNoFunction' : 'check:ledgerIs'
      const parameters = {
        ledger: formatLedger(ledger),
        function: formatLedgerFunction(ledger.function),
      }
      const current: Message = { key, parameters }
      const { kind, reasons } = judgeLedger(purpose, ledger) ?? { kind: 'fits', reasons: [] }
      const isPoor = kind === 'doubtful' || kind === 'refused'
      return {
        verdict: verdictTexts[kind].check,
        messages: [current, ...reasons],
        ...(isPoor && fix),
      }
    },
  })
}

const priceRows = settingRows.filter(({ step }) => step === 'prices')
const syncRows = settingRows.filter(({ group }) => group === 'sync_settings')

const rules: readonly Rule[] = [
  rule<'administration' | 'location'>({
    name: 'access',
    label: 'check:access',
    since: 'asked',
    needs: ['administration', 'location'],
    forbidden: wrong('check:foreign'),
    judge({ administration, location }) {
      const [problem] = findPlaceProblems({ administration, location })
      if (problem) return wrong(problem)
      const facts = [
        { label: 'wizard:administration', value: administration?.name ?? null, isName: true },
        { label: 'wizard:location', value: location?.name ?? null, isName: true },
      ] as const
      return { verdict: 'good', facts }
    },
  }),
  rule<'settings'>({
    name: 'coupling',
    label: 'check:coupling',
    since: 'there',
    needs: ['settings'],
    optional: ['administration', 'location', 'registration'],
    judge({ settings, registration }) {
      const never = wrong(registration ? 'check:registered' : 'check:neverMade')
      if (settings === null) return { ...never, fixText: { key: 'wizard:toConnect' } }
      const toWizard = { step: firstStep, fixText: { key: 'check:toWizard' } } as const
      if (settings === 'waiting') return { ...wrong('check:waiting'), ...toWizard }
      if (getCouplingState(settings) === 'setUp') return finding('good', 'check:confirmed')
      return { ...finding('attention', 'check:notSetUp'), ...toWizard }
    },
  }),
  rule({
    name: 'administration',
    label: 'check:administration',
    since: 'coupled',
    needs: ['others'],
    optional: ['templates', 'ledgers'],
    judge({ others, templates = [], ledgers = [] }, settings) {
      const identifier = String(settings.snelstart_administratie_identifier)
      const coupled = others.filter((other) => other.identifier !== null)
      const isSame = (other: OtherLocation) => String(other.identifier) === identifier
      const different = coupled.filter((other) => !isSame(other))
      const found = [
        ...templates.slice(0, recognisable).map(({ omschrijving }) => omschrijving),
        ...ledgers.slice(0, recognisable).map(formatLedger),
      ]
      const [same, other] = [coupled.filter(isSame), different].map(namesOf)
      const facts = [
        { label: 'check:sameAdministration', value: same ?? '', isName: true },
        { label: 'check:otherAdministration', value: other ?? '', isName: true },
        { label: 'check:recognise', value: found.join(', ') },
      ] as const
      const result = {
        facts: facts.filter(({ value }) => value !== ''),
        ifNot: { key: 'check:otherBooks' },
      } as const
      if (different.length === 0) return { verdict: 'manual', ...result }
      return { ...finding('attention', 'check:administrationsDiffer'), ...result }
    },
  }),
  rule({
    name: 'templates',
    label: 'check:templates',
    needs: ['templates'],
    step: 'snelstart',
    judge({ templates: list }, settings) {
      const usesStock = parseChoice(settings.write_as_order) === true
      const all = templateNames.map((name) => {
        const { setting, label } = wizardChoices[name]
        const id = settings[setting]
        return { label, id, found: isSet(id) ? findTemplate(list, id) : undefined }
      })
      const isUsed = usesStock || all.some(({ id }) => isSet(id))
      if (!isUsed) return finding('good', 'check:noTemplates')
      const [standard, register, account] = all
      // Stock management uses separate templates for register and account sales.
      const exclusive = (one = standard) =>
        parseChoice((usesStock ? one : standard)?.found?.prijsIngaveExclusiefBtw)
      const named = all.filter(({ id }) => isSet(id))
      const facts = [
        ...named.map(({ label, found }) => ({ label, value: found?.omschrijving ?? gone })),
        { label: 'wizard:registerPrices', value: getVatMessage(exclusive(register)) },
        { label: 'wizard:accountPrices', value: getVatMessage(exclusive(account)) },
      ] as const
      const changes = named
        .filter(({ found }) => !found)
        .map(({ label, id }) => changeGone(label, id))
      const isLacking = (usesStock ? all : all.slice(0, 1)).some(({ id }) => !isSet(id))
      if (changes.length > 0) return { ...wrong('check:templateGone'), changes, facts }
      if (isLacking) return { ...wrong('check:templateUnset'), facts }
      if (exclusive(register) !== true) return { verdict: 'good', facts }
      return { ...finding('attention', 'check:templateExclusive'), facts }
    },
  }),
  ...wizardChoiceRows.flatMap((row) => (row.purpose ? [ledgerRule(row, row.purpose)] : [])),
  rule({
    name: 'payments',
    label: 'check:payments',
    needs: ['payments'],
    judge({ payments: records }, settings) {
      const [record, ...more] = records
      const saving = { step: 'summary', fixText: { key: 'check:saveAgain' } } as const
      if (!record) return { ...wrong('check:paymentsNone'), ...saving }
      if (more.length > 0) {
        const facts = paymentPurposes.map((purpose) => {
          const numbers = records.map((each) => each[`${purpose}_ledger`]).filter(isSet)
          return { label: ledgerLabels[purpose], value: numbers.map(String).join(', ') }
        })
        const parameters = { count: String(records.length) }
        return { ...wrong('check:paymentsTwice', { parameters }), facts }
      }
      const changes = paymentPurposes.flatMap((purpose): SettingChange[] => {
        const [saved, inRecord] = [
          settings[wizardChoices[purpose].setting],
          record[`${purpose}_ledger`],
        ]
        if (!isSet(inRecord) || isSameSetting(saved, inRecord)) return []
        const label = ledgerLabels[purpose]
        const [before, after] = [toShownValue(saved), toShownValue(inRecord)]
        return [{ label, text: 'check:changePayments', before, after }]
      })
      if (changes.length > 0) return { ...wrong('check:paymentsDiffer'), changes, ...saving }
      const isSaid = paymentPurposes.every((purpose) => isSet(record[`${purpose}_ledger`]))
      return isSaid
        ? finding('good', 'check:paymentsSame')
        : finding('unknown', 'check:paymentsUnsaid')
    },
  }),
  rule({
    name: 'relation',
    label: 'wizard:walkIn',
    needs: ['relation'],
    step: 'unknown_relation',
    judge({ relation: found }, settings) {
      const label = 'wizard:walkIn'
      if (!found) {
        const was = getDefaultRelation(settings) ?? walkInRelationCode
        return { ...wrong('check:relationGone'), changes: [changeGone(label, was)] }
      }
      const facts = [{ label, value: `${found.code} ${found.name}`.trim(), isName: true }] as const
      if (isCustomerRelation(found)) return { verdict: 'good', facts }
      return { ...finding('attention', 'check:relationNoCustomer'), facts }
    },
  }),
  rule({
    name: 'prices',
    label: 'wizard:prices',
    needs: ['info'],
    step: 'summary',
    judge({ info }, settings) {
      const now = priceRows.map((row) => {
        const sent = row.sent?.({ info, isStock: false })
        return { ...row, sent, value: toShownValue(sent, row) }
      })
      const changes = now.flatMap(({ sent, value, ...row }): SettingChange[] => {
        const set = settings[row.setting]
        if (set === undefined || isSameSetting(set, sent)) return []
        const was = toShownValue(set, row)
        return [{ label: row.label, text: 'check:changePrices', before: was, after: value }]
      })
      const fixText = { key: 'check:adopt' } as const
      if (changes.length > 0)
        return { ...finding('attention', 'check:pricesChanged'), changes, fixText }
      if (now.every(({ setting }) => settings[setting] !== undefined))
        return { verdict: 'good', facts: now }
      return { ...finding('unknown', 'check:pricesUnsaid'), facts: now }
    },
  }),
  rule({
    name: 'sync',
    label: 'check:sync',
    needs: [],
    step: 'import_and_sync',
    judge(_, settings) {
      const facts = syncRows.map((row) => ({
        ...row,
        value: toShownValue(settings[row.setting], row),
      }))
      const values = syncRows.map(({ setting }) => parseChoice(settings[setting]))
      // Many shops leave synchronisation off on purpose.
      if (values.includes(false))
        return { ...finding('off', 'check:syncOff'), facts, fixText: { key: 'check:syncOn' } }
      if (values.includes(null)) return { ...finding('unknown', 'check:syncUnsaid'), facts }
      return { verdict: 'good', facts }
    },
  }),
]

const refusals: Readonly<Partial<Record<number, MessageKey>>> = {
  403: 'check:forbidden',
  404: 'check:notFound',
  409: 'check:unconfirmed',
}

/** Returns the lines of a check, with verdict `unknown` for unreadable data. */
export function createCheckLines(answers: CouplingDataStates): readonly CheckLine[] {
  const values = Object.entries(answers).map(([name, answer]) => [
    name,
    'value' in answer ? answer.value : undefined,
  ])
  const reads = Object.fromEntries(values) as CouplingData
  const reached = stages.indexOf(stageOf(reads))
  const inTime = rules.filter(({ since = 'setUp' }) => stages.indexOf(since) <= reached)
  const lines = inTime.map(
    ({ judge, forbidden, needs, optional = [], since = 'setUp', ...line }): CheckLine => {
      const ofCoupling = since === 'coupled' || since === 'setUp'
      const needed = ofCoupling ? [...needs, 'settings' as const] : needs
      const failed = needed.filter((name) => answers[name].status === 'failed')
      const isAsking = [...needed, ...optional].some((name) => answers[name].status === 'asking')
      // A failed read of the settings prevents the dependent reads.
      if (isAsking && !failed.includes('settings'))
        return { ...line, verdict: 'asking', failed: [] }
      const failures = failed
        .map((name) => answers[name])
        .filter((each) => each.status === 'failed')
      if (forbidden && failures.some(({ code }) => code === 403))
        return { ...line, ...forbidden, failed }
      const [first] = failures
      if (!first) return { ...line, failed, ...judge(reads, reads.settings as CompanySettings) }
      const { failure, code = 0 } = first
      const key = refusals[code]
      return { ...line, verdict: 'unknown', messages: key ? [{ key }] : [], failure, failed }
    },
  )
  return lines.map((line) => {
    const first = lines.find(({ failure }) => failure && failure === line.failure)
    return first && first !== line ? { ...line, sameAs: first.label } : line
  })
}

function stageOf(reads: Partial<CouplingData>): Stage {
  const { settings } = reads
  if (settings === undefined) return 'setUp'
  if (settings === null && findPlaceProblems(reads).length > 0) return 'asked'
  const state = getCouplingState(settings)
  return state === 'coupled' || state === 'setUp' ? state : 'there'
}
