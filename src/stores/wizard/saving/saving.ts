import { map, readonlyType } from 'nanostores'
import * as snelstart from '../../../lib/accounting/snelstart/calls.ts'
import {
  type CompanySettings,
  readSettingsBeforeSave,
  saveCompanySettings,
} from '../../../lib/accounting/snelstart/stored-settings.ts'
import { MessageKeyError } from '../../../lib/api/errors.ts'
import { updateKey } from '../../../lib/api/keys.ts'
import {
  listChangedSettings,
  type WizardDecisions,
  isSameSetting,
  wouldOverwriteOthers,
  createPaymentLedgerRecord,
  isRelationSaved,
  createSettings,
} from '../../../lib/accounting/snelstart/company-settings.ts'
import { getDefaultRelation } from '../../../lib/accounting/snelstart/relations.ts'
import { createRecord } from '../../../lib/accounting/snelstart/ledgers.ts'
import { getPlaceIds, encodePlace, placeName, type Place } from '../../../lib/domain/place.ts'
import { isSet } from '../../../lib/api/endpoint.ts'
import { logFailure, type Failure } from '../../../lib/failure.ts'
import type { ApiGateway } from '../../gateway/gateway.ts'
import type { Wizard } from '../wizard.ts'

/** Parallel saves (§4), in the order of their progress lines (§2). */
export const saveTargets = ['settings', 'payment_ledgers', 'key'] as const
export type SaveTarget = (typeof saveTargets)[number]

export type SaveStatus =
  | { status: 'idle' }
  | { status: 'loading' }
  /** `unsent` is the reason for sending nothing (`same`: equal values). */
  | { status: 'ok'; unsent?: 'dryRun' | 'same' }
  | { status: 'error'; message: Failure }

/** Name of the lock that limits saves to one tab. */
export const getSetupLockName = (place: Place) =>
  `koppelpunt:setup:${placeName(getPlaceIds(place))}`

interface Stored {
  settings: CompanySettings
  info: snelstart.CompanyInfo
}

interface Merged {
  choices: WizardDecisions
  stored: CompanySettings
  wanted: CompanySettings
}

export type SetupSaver = ReturnType<typeof createSetupSaver>

/** Creates the store that merges and saves a location's settings (§4). */
export function createSetupSaver({
  place,
  portal,
  $settings,
  $info,
}: Pick<Wizard, 'place' | 'portal' | '$settings' | '$info'>) {
  const { environment, dialogs } = portal
  /** Settings that this page displayed or saved last. */
  let base = $settings.get()
  const { snelstart_administratie_identifier: book } = base

  const $lines = map<Record<SaveTarget, SaveStatus>>(
    createRecord(saveTargets, () => ({ status: 'idle' })),
  )

  /** Names of the saves sent by this page, even with unknown outcome. */
  const sentSaves = new Set<SaveTarget>()

  /** Resolves with true if a request was necessary. */
  async function saveSettings(gateway: ApiGateway, { stored, wanted }: Merged): Promise<boolean> {
    if (listChangedSettings(stored, wanted).every((name) => name === 'api_key')) return false
    await gateway.write({
      endpoint: saveCompanySettings,
      request: {
        ...encodePlace(place),
        path: { identifier: wanted.snelstart_administratie_identifier },
        body: wanted,
      },
      onSuccess: () => {
        base = { ...wanted, api_key: base.api_key }
      },
    })
    return true
  }

  /** Throws if the location was coupled to another accounting administration. */
  async function assertSameBook({ call }: ApiGateway): Promise<void> {
    const stored = await readSettingsBeforeSave(call, place, book)
    if (typeof stored === 'string') throw new MessageKeyError(stored)
  }

  /** Id of the payment ledger record that the user chose. */
  let chosenId: unknown

  /** Asks which record to use, because records do not name their location. */
  async function chooseRecord(
    gateway: ApiGateway,
    records: readonly snelstart.StoredPaymentLedgers[],
  ): Promise<snelstart.StoredPaymentLedgers> {
    const chosen = records.find(({ id }) => isSet(id) && id === chosenId)
    if (chosen) return chosen
    for (const record of records) {
      const parameters = {
        id: plainText(record.id),
        cash: plainText(record.cash_ledger),
        eft: plainText(record.eft_ledger),
        webshop: plainText(record.webshop_ledger),
        location: place.location.name,
      }
      const isThis = await dialogs.confirm({
        isRisky: true,
        message: { key: 'wizard:paymentLedgersWhich' },
        detail: { key: 'wizard:paymentLedgersWhichHelp', parameters },
      })
      if (!isThis) continue
      await assertSameBook(gateway)
      chosenId = record.id
      return record
    }
    throw new MessageKeyError('wizard:paymentLedgersUnclear')
  }

  async function savePaymentLedgers(gateway: ApiGateway, { wanted }: Merged): Promise<boolean> {
    const body = createPaymentLedgerRecord(place, wanted)
    const headers = getPlaceIds(place)
    const name = `payment-ledgers:${placeName(headers)}`
    async function fetchRecords() {
      const answers = await gateway.call(snelstart.listPaymentLedgers, { headers })
      return snelstart.filterPaymentLedgers(headers, answers)
    }
    const parameters = { location: place.location.name }
    const { records, isCertain } = await fetchRecords()
    const [first] = records
    if (first === undefined) {
      const created = await gateway.write({
        name,
        onSuccess: () => gateway.written.forget(name),
        endpoint: snelstart.createPaymentLedgers,
        request: { body },
        findExisting: async () => {
          await assertSameBook(gateway)
          return (await fetchRecords()).records.filter(({ id }) => isSet(id))
        },
        question: {
          message: { key: 'wizard:paymentLedgersPerhapsMade' },
          detail: { key: 'wizard:paymentLedgersPerhapsMadeHelp', parameters },
        },
        duplicates: {
          isFirstUsed: true,
          detail: { key: 'wizard:paymentLedgersTwice', parameters },
        },
      })
      if (created === null) throw new MessageKeyError('wizard:notSentAgain')
    } else {
      const record = isCertain ? first : await chooseRecord(gateway, records)
      const { id } = record
      if (!isSet(id)) throw new MessageKeyError('wizard:paymentLedgerId')
      const isSame = paymentFields.every((field) => isSameSetting(record[field], body[field]))
      if (isSame) {
        gateway.written.forget(name)
        return false
      }
      await gateway.write({
        endpoint: snelstart.updatePaymentLedgers,
        request: {
          path: { id },
          headers: { administration: place.administration.id },
          body: { ...body, id },
        },
        onSuccess: () => gateway.written.forget(name),
      })
    }
    return true
  }

  async function saveKey(
    gateway: ApiGateway,
    { choices, stored, wanted }: Merged,
  ): Promise<boolean> {
    if (!isRelationSaved(choices, stored)) return false
    const id = stored.api_key?.id
    if (!isSet(id)) throw new MessageKeyError('wizard:keyMissing')
    if (isSameSetting(getDefaultRelation(stored), choices.relation.id)) return false
    const body = { default_no_relation: choices.relation.id }
    await gateway.write({
      endpoint: updateKey,
      request: { path: { id }, body },
      onSuccess: () => {
        base = { ...base, api_key: wanted.api_key }
      },
    })
    return true
  }

  const senders = { settings: saveSettings, payment_ledgers: savePaymentLedgers, key: saveKey }

  async function save(name: SaveTarget, gateway: ApiGateway, merged: Merged): Promise<void> {
    try {
      $lines.setKey(name, { status: 'loading' })
      const isSent = await senders[name](gateway, merged)
      if (isSent && !gateway.isDryRun) sentSaves.add(name)
      const unsent = isSent ? gateway.isDryRun && 'dryRun' : !sentSaves.has(name) && 'same'
      $lines.setKey(name, { status: 'ok', ...(unsent && { unsent }) })
    } catch (error) {
      const message = logFailure(environment, `could not be saved: ${name}`, error)
      if (message.safe && message.safe !== 'failure:unchanged') sentSaves.add(name)
      $lines.setKey(name, { status: 'error', message })
    }
  }

  return {
    $lines: readonlyType($lines),
    isLoading: () => saveTargets.some((name) => $lines.get()[name].status === 'loading'),
    isSaved: () => saveTargets.every((name) => $lines.get()[name].status === 'ok'),
    /**
     * Locks the location for other tabs and reads the stored data.
     *
     * @throws {CallError}
     * @throws {SessionError}
     */
    read: async ({ call }: Pick<ApiGateway, 'call'>) => {
      if (!(await environment.hold(getSetupLockName(place)))) return 'wizard:otherTab' as const
      const [settings, info] = await Promise.all([
        readSettingsBeforeSave(call, place, book),
        call(snelstart.getCompanyInfo, { query: encodePlace(place).query }),
      ])
      return typeof settings === 'string' ? settings : { settings, info }
    },
    /** Returns null if the stored settings conflict with the choices. */
    merge: ({ settings, info }: Stored, choices: WizardDecisions): Merged | null => {
      const wanted = createSettings(choices, settings)
      const repriced = listChangedSettings(wanted, createSettings({ ...choices, info }, settings))
      if (repriced.length === 0 && !wouldOverwriteOthers(base, settings, wanted))
        return { choices, stored: settings, wanted }
      base = settings
      $settings.set(settings)
      $info.set(info)
      for (const name of saveTargets)
        if ($lines.get()[name].status === 'ok') $lines.setKey(name, { status: 'idle' })
      return null
    },
    /** Runs the necessary or retried saves in parallel. */
    save: async (
      gateway: ApiGateway,
      merged: Merged,
      retried: ReadonlySet<SaveTarget>,
    ): Promise<void> => {
      const isDue = (name: SaveTarget) => retried.size === 0 || retried.has(name)
      const due = saveTargets.filter((name) => isDue(name) || $lines.get()[name].status !== 'error')
      await Promise.all(due.map((name) => save(name, gateway, merged)))
    },
  }
}

const paymentFields = ['cash_ledger', 'eft_ledger', 'webshop_ledger'] as const

const plainText = (value: unknown) => (isSet(value) ? String(value) : '–')
