import { map, readonlyType } from 'nanostores'
import * as snelstart from '../../../lib/accounting/snelstart/calls.ts'
import {
  type CompanySettings,
  getCompanySettings,
  saveCompanySettings,
} from '../../../lib/accounting/snelstart/stored-settings.ts'
import { WordedError } from '../../../lib/api/errors.ts'
import { updateKey } from '../../../lib/api/keys.ts'
import {
  type Decided,
  isSameSetting,
  paymentLedgersFrom,
  savesRelation,
  settingsFrom,
  undoesOthers,
  unsaved,
} from '../../../lib/accounting/snelstart/company-settings.ts'
import { perName } from '../../../lib/accounting/snelstart/ledgers.ts'
import { idsOf, ofPlace, placeName } from '../../../lib/domain/place.ts'
import { isSet, type Id } from '../../../lib/api/endpoint.ts'
import { noteFailure, type Failure } from '../../../lib/failure.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import type { Gateway } from '../../gateway/gateway.ts'
import type { Wizard } from '../wizard.ts'

/** What is saved side by side (§4), in the order of its progress lines (§2). */
export const saves = ['settings', 'payment_ledgers', 'key'] as const
export type Save = (typeof saves)[number]

export type Line =
  | { status: 'idle' }
  | { status: 'loading' }
  /** Nothing was sent: in a dry run, or because it was as it shall be. */
  | { status: 'ok'; unsent?: 'dryRun' | 'same' }
  | { status: 'error'; message: Failure }

export interface Attempt {
  gateway: Gateway
  choices: Decided
}

export type Saving = ReturnType<typeof createSaving>

/** The three saves of a location (§4). */
export function createSaving(
  wizard: Pick<Wizard, 'environment' | 'place' | 'portal' | '$settings' | '$info'>,
  /** The accounting administration that alone may be written to; any unless given. */
  book?: Id,
) {
  const { environment, place, portal, $settings, $info } = wizard
  const asRead = $settings.get()
  /** The settings as they were read last, or saved since. */
  let known = asRead
  /** Settings that were sent; a lost answer leaves open whether they arrived. */
  const sent: CompanySettings[] = []
  /** What was sent last: a line that it saved is not sent again until that changes. */
  let last: Attempt | null = null

  const $lines = map<Record<Save, Line>>(perName(saves, () => ({ status: 'idle' })))

  /** Like the others, gives whether anything had to be sent. */
  async function saveSettings({ gateway, choices }: Attempt): Promise<boolean> {
    const body = settingsFrom(choices, known)
    const path = { identifier: body.snelstart_administratie_identifier }
    await gateway.note(() => sent.push(body))
    await gateway.write({
      endpoint: saveCompanySettings,
      request: { ...ofPlace(place), path, body },
      made: () => {
        known = { ...body, api_key: known.api_key }
      },
    })
    return true
  }

  /** Has the user say which record is that of the location, where none says so. */
  async function ask(
    records: readonly snelstart.StoredPaymentLedgers[],
  ): Promise<snelstart.StoredPaymentLedgers> {
    for (const record of records) {
      const parameters = {
        id: plainText(record.id),
        cash: plainText(record.cash_ledger),
        eft: plainText(record.eft_ledger),
        webshop: plainText(record.webshop_ledger),
        location: place.location.name,
      }
      const isThis = await portal.dialogs.confirm({
        isRisky: true,
        message: { key: 'wizard:paymentLedgersWhich' },
        detail: { key: 'wizard:paymentLedgersWhichHelp', parameters },
      })
      if (isThis) return record
    }
    throw new WordedError('wizard:paymentLedgersUnclear')
  }

  async function savePaymentLedgers({ gateway, choices }: Attempt): Promise<boolean> {
    const body = paymentLedgersFrom(place, choices)
    const headers = idsOf(place)
    const name = `payment-ledgers:${placeName(headers)}`
    const list = async () =>
      snelstart.paymentLedgersOf(
        headers,
        await gateway.call(snelstart.listPaymentLedgers, { headers }),
      )
    const parameters = { location: place.location.name }
    const { records, isCertain } = await list()
    const [first] = records
    if (first === undefined) {
      const created = await gateway.write({
        name,
        forgetAfter: true,
        endpoint: snelstart.createPaymentLedgers,
        request: { body },
        find: async () => (await list()).records.filter(({ id }) => isSet(id)),
        question: {
          message: { key: 'wizard:paymentLedgersPerhapsMade' },
          detail: { key: 'wizard:paymentLedgersPerhapsMadeHelp', parameters },
        },
        // The next save updates the first that is listed.
        leftOver: { isFirstUsed: true, detail: { key: 'wizard:paymentLedgersTwice', parameters } },
      })
      if (created === null) throw new WordedError('wizard:notSentAgain')
    } else {
      const { id } = isCertain ? first : await ask(records)
      if (!isSet(id)) throw new WordedError('wizard:paymentLedgerId')
      await gateway.write({
        endpoint: snelstart.updatePaymentLedgers,
        request: {
          path: { id },
          headers: { administration: place.administration.id },
          body: { ...body, id },
        },
        made: () => gateway.written.forget(name),
      })
    }
    return true
  }

  async function saveKey({ gateway, choices }: Attempt): Promise<boolean> {
    // A default relation that was sent may be stored by now.
    if (![known, ...sent].some((each) => savesRelation(choices, each))) return false
    const body = { default_no_relation: choices.relation.id }
    const id = known.api_key?.id
    if (!isSet(id)) throw new WordedError('wizard:keyMissing')
    const key = { ...known.api_key, ...body }
    await gateway.note(() => sent.push({ ...known, api_key: key }))
    await gateway.write({
      endpoint: updateKey,
      request: { path: { id }, body },
      made: () => {
        known = { ...known, api_key: key }
      },
    })
    return true
  }

  const work = { settings: saveSettings, payment_ledgers: savePaymentLedgers, key: saveKey }

  async function save(name: Save, attempt: Attempt): Promise<void> {
    try {
      $lines.setKey(name, { status: 'loading' })
      const isSent = await work[name](attempt)
      const unsent = isSent ? attempt.gateway.isDryRun && 'dryRun' : 'same'
      $lines.setKey(name, { status: 'ok', ...(unsent && { unsent }) })
    } catch (error) {
      const message = noteFailure(environment, `could not be saved: ${name}`, error)
      $lines.setKey(name, { status: 'error', message })
    }
  }

  /** The lines that would save something else than was sent last. */
  function changedSince({ gateway, choices }: Attempt): readonly Save[] {
    if (last?.gateway.isDryRun !== gateway.isDryRun) return saves
    return unsaved(settingsFrom(last.choices, asRead), settingsFrom(choices, asRead))
  }

  function dueIn(attempt: Attempt): Save[] {
    const changed = changedSince(attempt)
    return saves.filter((name) => $lines.get()[name].status !== 'ok' || changed.includes(name))
  }

  /**
   * What stands in the way of saving, if anything. Another tab is kept from it until this page is gone; what somebody
   * else has changed is shown from now on, and a line that it undid is to be saved again.
   */
  async function obstacleTo({ gateway, choices }: Attempt): Promise<MessageKey | null> {
    const name = placeName(idsOf(place))
    if (!(await environment.hold(`koppelpunt:setup:${name}`))) return 'wizard:otherTab'
    const [fresh, info] = await Promise.all([
      gateway.call(getCompanySettings, ofPlace(place)),
      gateway.call(snelstart.getCompanyInfo, { query: ofPlace(place).query }),
    ])
    if (fresh === null) return 'wizard:unconfirmed'
    if (book !== undefined && !isSameSetting(fresh.snelstart_administratie_identifier, book)) {
      return 'wizard:otherBook'
    }
    const next = settingsFrom(choices, fresh)
    const isUndoing = undoesOthers([known, ...sent], fresh, next)
    const changed = unsaved(known, fresh)
    known = fresh
    for (const line of unsaved(fresh, next)) {
      const isUndone = changed.includes(line) && $lines.get()[line].status === 'ok'
      if (isUndone) $lines.setKey(line, { status: 'idle' })
    }
    const hasOldPrices = unsaved(next, settingsFrom({ ...choices, info }, fresh)).length > 0
    if (isUndoing) $settings.set(fresh)
    if (hasOldPrices) $info.set(info)
    return isUndoing || hasOldPrices ? 'wizard:changedElsewhere' : null
  }

  return {
    $lines: readonlyType($lines),
    isLoading: () => saves.some((name) => $lines.get()[name].status === 'loading'),
    /** Whether this very content was saved, all of it. */
    isSaved: (attempt: Attempt) => dueIn(attempt).length === 0,
    /**
     * Reads anew, compares, and saves side by side what is not saved yet, or the one line that `failed`; a failure
     * stands on its line, and is repeated as it was sent. Gives why nothing was sent, or null. A dry run compares nothing.
     *
     * @throws {CallError} {SessionError} where it could not be read
     */
    send: async (attempt: Attempt, failed?: Save): Promise<MessageKey | null> => {
      if (failed && changedSince(attempt).length > 0) return 'wizard:changedSince'
      let obstacle: MessageKey | null = null
      const isFree = async () => (obstacle = await obstacleTo(attempt)) === null
      if (!(await attempt.gateway.mayWrite(isFree))) return obstacle
      const isMeant = (name: Save) => name === failed && $lines.get()[name].status === 'error'
      const due = dueIn(attempt).filter((name) => !failed || isMeant(name))
      last = attempt
      await Promise.all(due.map((name) => save(name, attempt)))
      return null
    },
  }
}

const plainText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '–'
