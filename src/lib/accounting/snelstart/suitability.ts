import type { Message, MessageKey } from '../../i18n/messages.ts'
import type { Ledger, ledgerCodes, LedgerPurpose } from './ledgers.ts'

/**
 * Tells if SnelStart accepts bookings on a ledger with a function:
 *
 * - `yes` is documented, `probably` is inferred;
 * - `no`: SnelStart refuses bookings (BOE-0075, documented);
 * - `control`: SnelStart maintains the ledger itself and probably refuses bookings (BOE-0061);
 * - `book`: ledger of a real cash or bank book, which would probably count the same money twice;
 * - `unclear`: nothing is known.
 */
type Lines = 'yes' | 'probably' | 'no' | 'control' | 'book' | 'unclear'

/** `box` is the VAT return's box, empty if unknown. */
const table: readonly [number: number, name: string, shown: string, box: string, Lines][] = [
  [0, 'Diversen', 'Diversen', '', 'yes'],
  [1, 'DagboekKas', 'Dagboek kas', '', 'book'],
  [2, 'DagboekBank', 'Dagboek bank', '', 'book'],
  [3, 'DagboekGiro', 'Dagboek postbank', '', 'book'],
  [4, 'DagboekVerkoop', 'Dagboek verkoop', '', 'control'],
  [5, 'DagboekInkoop', 'Dagboek inkoop', '', 'control'],
  [7, 'DagboekMemoriaal', 'Dagboek memoriaal', '', 'no'],
  [8, 'DagboekBalans', 'Dagboek balans', '', 'no'],
  [10, 'VerkopenOmzetOnbelastVerlegd', 'Verkopen/omzet onbelast', '1e', 'yes'],
  [11, 'VerkopenOmzetLaag', 'Verkopen/omzet laag', '1b', 'yes'],
  [12, 'VerkopenOmzetHoog', 'Verkopen/omzet hoog', '1a', 'yes'],
  [13, 'VerkopenOmzetOverig', 'Verkopen/omzet overig', '1c', 'yes'],
  [15, 'VerkopenBtwVrij', 'Verkopen/omzet vrij', '', 'unclear'],
  [21, 'BtwAfteDragenLaag', 'Btw af te dragen laag', '', 'control'],
  [22, 'BtwAfTeDragenHoog', 'Btw af te dragen hoog', '', 'control'],
  [23, 'BtwAfTeDragenOverig', 'Btw af te dragen overig', '', 'control'],
  [24, 'BtwAfTeDragenVerlegdVerkopen', 'Btw af te dragen verlegd (verkopen)', '', 'control'],
  [25, 'BtwTeVorderenVerlegd', 'Btw te vorderen verlegd (verkopen)', '', 'control'],
  [26, 'BtwAfteDragenLaagGlobalisatie', 'Btw af te dragen globalisatie laag', '', 'control'],
  [27, 'BtwAfTeDragenHoogGlobalisatie', 'Btw af te dragen globalisatie hoog', '', 'control'],
  [28, 'BtwAfTeDragenOverigGlobalisatie', 'Btw af te dragen globalisatie overig', '', 'control'],
  [30, 'InkopenKostenAlleBtwTarieven', 'Inkopen/kosten alle btw-tarieven', '5b', 'yes'],
  [31, 'InkopenKostenLaag', 'Inkopen/kosten laag', '5b', 'yes'],
  [32, 'InkopenKostenHoog', 'Inkopen/kosten hoog', '5b', 'yes'],
  [33, 'InkopenKostenOverig', 'Inkopen/kosten overig', '5b', 'yes'],
  [34, 'InkopenVraagPosten', 'Vraagposten inkopen', '5b', 'probably'],
  [41, 'BtwTeVorderenLaag', 'Btw te vorderen laag', '', 'control'],
  [42, 'BtwTeVorderenHoog', 'Btw te vorderen hoog', '', 'control'],
  [43, 'BtwTeVorderenOverig', 'Btw te vorderen overig', '', 'control'],
  [44, 'BtwAfTeDragenVerlegdInkopen', 'Btw af te dragen verlegd (inkopen)', '', 'control'],
  [45, 'BtwTeVorderenVerlegdInkopen', 'Btw te vorderen verlegd (inkopen)', '', 'control'],
  [61, 'InkopenImportBinnenEUlaag', 'Inkopen import binnen EU laag', '4b', 'yes'],
  [62, 'InkopenImportBinnenEUhoog', 'Inkopen import binnen EU hoog', '4b', 'yes'],
  [63, 'InkopenImportBinnenEUoverig', 'Inkopen import binnen EU overig', '4b', 'yes'],
  [71, 'InkopenImportBuitenEUlaag', 'Inkopen import buiten EU laag', '4a', 'yes'],
  [72, 'InkopenImportBuitenEUhoog', 'Inkopen import buiten EU hoog', '4a', 'yes'],
  [73, 'InkopenImportBuitenEUoverig', 'Inkopen import buiten EU overig', '4a', 'yes'],
  [80, 'VerkopenExportBinnenEU', 'Verkopen export binnen EU', '3b', 'yes'],
  [81, 'VerkopenExportBuitenEU', 'Verkopen export buiten EU', '3a', 'yes'],
  [82, 'OninbareVorderingen', 'Oninbare vorderingen', '', 'unclear'],
  [83, 'HerrekeningCorrecties', 'Herrekening/correcties', '', 'unclear'],
  [84, 'InstallatieTeleverkoopBinnenEUgeen', 'Installatie/televerkoop binnen EU', '', 'unclear'],
  [85, 'BpmVerkopen', 'BPM verkoop', '', 'unclear'],
  [86, 'BpmInkopen', 'BPM inkoop', '', 'unclear'],
  [87, 'BpmVoorraad', 'BPM voorraad', '', 'unclear'],
  [88, 'DienstverleningBinnenEU', 'Dienstverlening binnen EU', '3b', 'yes'],
  [91, 'VerkoopGlobalisatieLaag', 'Verkoop globalisatie laag', '1b', 'unclear'],
  [92, 'VerkoopGlobalisatieHoog', 'Verkoop globalisatie hoog', '1a', 'unclear'],
  [93, 'VerkoopGlobalisatieOverig', 'Verkoop globalisatie overig', '1c', 'unclear'],
  [94, 'InkoopGlobalisatieLaag', 'Inkoop globalisatie laag', '1b', 'unclear'],
  [95, 'InkoopGlobalisatieHoog', 'Inkoop globalisatie hoog', '1a', 'unclear'],
  [96, 'InkoopGlobalisatieOverig', 'Inkoop globalisatie overig', '1c', 'unclear'],
  [97, 'BtwGlobalisatie', 'Btw globalisatie', '', 'control'],
  [100, 'KredietbeperkingVerkopen', 'Kredietbeperking (verkopen)', '', 'unclear'],
  [101, 'KredietbeperkingInkopen', 'Kredietbeperking (inkopen)', '', 'unclear'],
  [102, 'Betalingskorting', 'Betalingskorting', '', 'probably'],
  [110, 'TussenrekeningBetalingen', 'Tussenrekening betalingen', '', 'probably'],
  [111, 'OnbekendeBetalingen', 'Onbekende betalingen', '', 'probably'],
  [112, 'Kruisposten', 'Kruisposten', '', 'probably'],
  [120, 'ContanteBetaling', 'Betaalwijze (contant)', '', 'probably'],
  [121, 'ElectronischeBetaling', 'Betaalwijze (elektronisch)', '', 'probably'],
  [130, 'Winstboeking', 'Winstboeking', '', 'unclear'],
]

export const ledgerFunctions = table.map(([number, name, shown, box, lines]) => {
  return { number, name, shown, box, lines }
})
type LedgerFunction = (typeof ledgerFunctions)[number]

const functionsByName = new Map(
  ledgerFunctions.flatMap((each) => {
    const { number, name, shown } = each
    const texts = [String(number), name, shown, `${number} ${shown}`]
    return texts.map((text) => [text.toLowerCase(), each] as const)
  }),
)

/** Finds a ledger function by name, number or displayed text. */
export const findLedgerFunction = (text: string): LedgerFunction | undefined =>
  functionsByName.get(text.trim().toLowerCase())

/** Formats a known function as `120 Betaalwijze (contant)`. */
export function formatLedgerFunction(text: string): string {
  const found = findLedgerFunction(text)
  return found ? `${found.number} ${found.shown}` : text
}

export interface LedgerVerdict {
  kind: keyof typeof verdictTexts
  isDocumented: boolean
  reasons: readonly Message[]
}

const bookable = {
  problem: 'wizard:ledgerUnaccepted',
  button: 'wizard:accept',
  meaning: 'wizard:ledgerWarning',
  unaccepted: 'wizard:rowUnaccepted',
  accepted: 'wizard:originAccepted',
  acceptedAnyway: 'wizard:originAcceptedAnyway',
  reported: 'wizard:reportAnyway',
} as const

/** Texts of each verdict, from harmless to severe. */
export const verdictTexts = {
  fits: { ...bookable, name: 'wizard:verdictFits', kind: 'warning', check: 'good' },
  unknown: { ...bookable, name: 'wizard:verdictUnknown', kind: 'information', check: 'unknown' },
  doubtful: { ...bookable, name: 'wizard:verdictDoubtful', kind: 'warning', check: 'attention' },
  refused: {
    problem: 'wizard:chooseOther',
    button: 'wizard:useAnyway',
    meaning: 'wizard:useRefused',
    unaccepted: 'wizard:verdictRefused',
    accepted: 'wizard:originUsedAnyway',
    acceptedAnyway: 'wizard:originUsedAnyway',
    reported: 'wizard:verdictRefused',
    name: 'wizard:verdictRefused',
    kind: 'failure',
    check: 'wrong',
  },
} as const

const kinds = Object.keys(verdictTexts)
export const getVerdictSeverity = ({ kind }: Pick<LedgerVerdict, 'kind'>) => kinds.indexOf(kind)

export interface LedgerWarning extends Pick<LedgerVerdict, 'kind' | 'reasons'> {
  sharedWith: MessageKey | null
}

export function createWarning(
  verdict: LedgerVerdict | null,
  sharedWith: MessageKey | null = null,
): LedgerWarning | null {
  const { kind, reasons } = verdict ?? { kind: 'fits', reasons: [] }
  return sharedWith || reasons.length > 0 ? { sharedWith, kind, reasons } : null
}

interface Needs {
  /** Suitable function numbers (§9 or SnelStart's documentation). */
  fits: readonly number[]
  probablyFits: readonly number[]
  /** Required side (balance sheet or profit and loss), null if both are suitable. */
  code: keyof typeof wrongSides | null
}

const wrongSides: Record<(typeof ledgerCodes)[number], MessageKey> = {
  Balans: 'wizard:probablyBelongsToBalance',
  WinstEnVerlies: 'wizard:probablyBelongsToResult',
}

/** Functions of balance ledgers for money awaiting payout. */
const waiting = [0, 110, 112]
const electronic: Needs = { fits: [121], probablyFits: waiting, code: 'Balans' }

/** Only ledgers with point of sale bookings have requirements. */
const needs: Readonly<Partial<Record<LedgerPurpose, Needs>>> = {
  cash: { fits: [120], probablyFits: waiting, code: 'Balans' },
  eft: electronic,
  webshop: electronic,
  ecr: { fits: [7], probablyFits: [], code: null },
  payment_differences: { fits: [102], probablyFits: [], code: 'WinstEnVerlies' },
  // Deposits are booked as revenue or as debt.
  emballage: { fits: [10], probablyFits: [], code: null },
}

/** Returns a ledger's verdict (product §2, "Suitability"), null without bookings. */
export function judgeLedger(
  purpose: LedgerPurpose,
  { function: text, code: side, isInactive }: Pick<Ledger, 'function' | 'code' | 'isInactive'>,
): LedgerVerdict | null {
  const needed = needs[purpose]
  if (!needed) return null
  if (isInactive)
    return { kind: 'refused', isDocumented: true, reasons: [{ key: 'wizard:ledgerInactive' }] }
  const { fits, probablyFits, code } = needed
  const found = findLedgerFunction(text)
  if (!found) {
    const reason = { key: 'wizard:unknownFunction', parameters: { function: text } } as const
    return { kind: 'unknown', isDocumented: true, reasons: text === '' ? [] : [reason] }
  }
  const isProposed = fits.includes(found.number)
  const isFitting = isProposed || probablyFits.includes(found.number)
  const functions = [...fits, ...probablyFits].map((number) => formatLedgerFunction(String(number)))
  const parameters = { functions: functions.join(', ') }
  const isRefused = !isFitting && found.lines === 'no'
  const isWrongSide = code !== null && side !== code && Object.hasOwn(wrongSides, side)
  const reasons = [
    ...(isFitting ? [] : [landing(purpose, found)]),
    ...(isWrongSide && !isRefused ? [{ key: wrongSides[code] }] : []),
    ...(isFitting ? [] : [{ key: 'wizard:suitableFunctions', parameters } as const]),
  ]
  if (isRefused) return { kind: 'refused', isDocumented: true, reasons }
  const isLandingKnown = found.lines === 'yes' && purpose !== 'ecr'
  return {
    kind: reasons.length > 0 ? 'doubtful' : 'fits',
    isDocumented: !isWrongSide && (isProposed || (!isFitting && isLandingKnown)),
    reasons,
  }
}

export const isLedgerRefused = (...args: Parameters<typeof judgeLedger>) =>
  judgeLedger(...args)?.kind === 'refused'

function landing(purpose: LedgerPurpose, { shown, box, lines }: LedgerFunction): Message {
  const name = { function: shown }
  if (lines === 'no') return { key: 'wizard:refusesLines', parameters: name }
  if (purpose === 'ecr') return { key: 'wizard:noDaybook' }
  if (lines === 'control') return { key: 'wizard:controlLedger', parameters: name }
  if (lines === 'book') return { key: 'wizard:realBook', parameters: name }
  if (lines === 'unclear') return { key: 'wizard:otherFunction', parameters: name }
  const what = shown.replace(/^(?:Verkopen|Inkopen)\//, '')
  const parameters = { what: what.charAt(0).toLowerCase() + what.slice(1), box }
  const isSure = lines === 'yes'
  if (box === '') return { key: isSure ? 'wizard:booksAs' : 'wizard:probablyBooksAs', parameters }
  return { key: isSure ? 'wizard:booksInBox' : 'wizard:probablyBooksInBox', parameters }
}

/** Sorts ledgers by their verdict, then by number. */
export function sortBySuitability(purpose: LedgerPurpose, ledgers: readonly Ledger[]): Ledger[] {
  const byNumber = ledgers.toSorted((one, other) => Number(one.number) - Number(other.number))
  return kinds.flatMap((kind) =>
    byNumber.filter((ledger) => (judgeLedger(purpose, ledger)?.kind ?? 'fits') === kind),
  )
}
