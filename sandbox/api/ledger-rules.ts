import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { ledgerFunctions } from '../../src/lib/accounting/snelstart/suitability.ts'
import { row } from '../database/tables.ts'
import { numericId, type Problem } from './request.ts'

/** The accounting package spells some with odd capitals, and takes them in any. */
const spelled = new Map(ledgerFunctions.map(({ name }) => [name.toLowerCase(), name]))

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
  const given = body.functie ?? 'Diversen'
  return {
    nummer: body.nummer.trim(),
    omschrijving: body.omschrijving.trim(),
    grootboekfunctie: spelled.get(given.toLowerCase()) ?? given,
    rekening_code: body.rekening_code ?? 'Balans',
    grootboek_rubriek: body.rubriek ?? '',
    kostenplaats: body.kostenplaats ?? false,
  }
}

/** Everything that is wrong with the fields of a new ledger, in the package's own Dutch. */
export function ledgerProblems(
  db: DatabaseSync,
  administration_id: number,
  ledger: ReturnType<typeof proposedLedger>,
): Problem[] {
  const problems: Problem[] = []
  const { nummer, omschrijving, grootboekfunctie: functie, rekening_code } = ledger
  if (!/^[1-9]\d{0,8}$/.test(nummer))
    problems.push({ message: 'Het grootboeknummer is geen geldig nummer.', details: [nummer] })
  if (omschrijving === '')
    problems.push({ errorCode: 'BOE-0084', message: 'De omschrijving is verplicht.', details: [] })
  if (omschrijving.length > longestDescription)
    problems.push({
      errorCode: 'BOE-0088',
      message: `De omschrijving mag maximaal ${longestDescription} tekens lang zijn.`,
      details: [`${omschrijving.length} tekens`],
    })
  if (!spelled.has(functie.toLowerCase()))
    problems.push({
      errorCode: 'BOE-0085',
      message: `De grootboekfunctie '${functie}' is ongeldig.`,
      details: [],
    })
  if (!ledgerCodes.has(rekening_code))
    problems.push({ message: `De rekeningcode '${rekening_code}' is onbekend.`, details: [] })
  const holder = row(db, 'ledgers', { administration_id, grootboekfunctie: functie })
  if (holder && singleUse.has(functie))
    problems.push({
      errorCode: 'BOE-0087',
      message: `De grootboekfunctie '${functie}' mag maar één keer voorkomen.`,
      details: [`Al in gebruik bij grootboek ${holder.nummer} ${holder.omschrijving}`],
    })
  return problems
}
