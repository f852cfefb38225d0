import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { row } from '../database/tables.ts'
import { numericId } from './request.ts'

/** Names as the accounting package spells them, odd capitals included. */
const ledgerFunctions = new Set(
  `Diversen DagboekKas DagboekBank DagboekGiro DagboekVerkoop DagboekInkoop DagboekMemoriaal
  DagboekBalans VerkopenOmzetOnbelastVerlegd VerkopenOmzetLaag VerkopenOmzetHoog
  VerkopenOmzetOverig VerkopenBtwVrij BtwAfteDragenLaag BtwAfTeDragenHoog BtwAfTeDragenOverig
  BtwTeVorderenLaag BtwTeVorderenHoog BtwTeVorderenOverig InkopenKostenAlleBtwTarieven
  InkopenKostenLaag InkopenKostenHoog InkopenKostenOverig InkopenVraagPosten OninbareVorderingen
  KredietbeperkingVerkopen KredietbeperkingInkopen Betalingskorting TussenrekeningBetalingen
  OnbekendeBetalingen Kruisposten ContanteBetaling ElectronischeBetaling Winstboeking`.split(/\s+/),
)

/** Functions that one ledger per administration can have: numbers 4, 5, 8, 21–23 and 41–43. */
const singleUse = new Set([
  'DagboekVerkoop',
  'DagboekInkoop',
  'DagboekBalans',
  'BtwAfteDragenLaag',
  'BtwAfTeDragenHoog',
  'BtwAfTeDragenOverig',
  'BtwTeVorderenLaag',
  'BtwTeVorderenHoog',
  'BtwTeVorderenOverig',
])

const ledgerCodes = new Set(['Balans', 'WinstEnVerlies'])
const longestDescription = 50

const text = z.union([z.string(), z.number().transform(String)])

/** A field that counts as absent when it is empty. */
const filledIn = z
  .string()
  .nullish()
  .transform((given) => (given === '' ? null : given))

/** Create payload of a ledger (§3). */
export const ledgerBody = z.object({
  administration: numericId,
  location: numericId,
  nummer: text,
  omschrijving: z.string(),
  functie: filledIn,
  rekening_code: filledIn,
  kostenplaats: z.boolean().nullish(),
  rubriek: z.string().nullish(),
})

/** A ledger as it will be stored: what the payload leaves open is filled in. */
export function proposedLedger(body: z.output<typeof ledgerBody>) {
  return {
    nummer: body.nummer.trim(),
    omschrijving: body.omschrijving.trim(),
    grootboekfunctie: body.functie ?? 'Diversen',
    rekening_code: body.rekening_code ?? 'Balans',
    grootboek_rubriek: body.rubriek ?? '',
    kostenplaats: body.kostenplaats ?? false,
  }
}

export interface LedgerError {
  errorCode: string
  message: string
  details: string[]
}

const problem = (errorCode: string, message: string, ...details: string[]): LedgerError => ({
  errorCode,
  message,
  details,
})

/** Everything that is wrong with the fields of a new ledger, in the package's own Dutch. */
export function ledgerProblems(
  db: DatabaseSync,
  administration_id: number,
  ledger: ReturnType<typeof proposedLedger>,
): LedgerError[] {
  const problems: LedgerError[] = []
  const { nummer, omschrijving, grootboekfunctie: functie, rekening_code } = ledger
  if (!/^[1-9]\d{0,8}$/.test(nummer))
    problems.push(problem('GRB-0001', 'Het grootboeknummer is geen geldig nummer.', nummer))
  if (omschrijving === '') problems.push(problem('GRB-0002', 'De omschrijving is verplicht.'))
  if (omschrijving.length > longestDescription)
    problems.push(
      problem(
        'GRB-0003',
        `De omschrijving mag maximaal ${longestDescription} tekens lang zijn.`,
        `${omschrijving.length} tekens`,
      ),
    )
  if (!ledgerFunctions.has(functie))
    problems.push(problem('GRB-0004', `De grootboekfunctie '${functie}' is onbekend.`))
  if (!ledgerCodes.has(rekening_code))
    problems.push(problem('GRB-0005', `De rekeningcode '${rekening_code}' is onbekend.`))
  const holder = row(db, 'ledgers', { administration_id, grootboekfunctie: functie })
  if (holder && singleUse.has(functie))
    problems.push(
      problem(
        'GRB-0006',
        `De grootboekfunctie '${functie}' mag maar één keer voorkomen.`,
        `Al in gebruik bij grootboek ${holder.nummer} ${holder.omschrijving}`,
      ),
    )
  return problems
}

/** The refusal of a number that the administration has already. */
export const numberTaken = (nummer: string) => [
  problem('GRB-0007', `Grootboeknummer ${nummer} bestaat al in deze administratie.`),
]
