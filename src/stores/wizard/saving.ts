import { map, type ReadableAtom } from 'nanostores'
import { saveCompanySettings, type CompanySettings } from '../../lib/api/company.ts'
import { updateKey } from '../../lib/api/keys.ts'
import {
  createPaymentLedgers,
  listPaymentLedgers,
  updatePaymentLedgers,
} from '../../lib/api/payment-ledgers.ts'
import {
  paymentLedgersFrom,
  savesRelation,
  settingsFrom,
  type Choices,
} from '../../lib/domain/company-settings.ts'
import { ofPlace, type Place } from '../../lib/domain/place.ts'
import { isSet } from '../../lib/domain/wizard.ts'
import type { Environment } from '../../lib/environment.ts'
import { failureMessage } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import type { Dialogs } from '../dialogs.ts'
import { forgetOperation } from '../operations.ts'
import type { Outside } from '../outside.ts'

/** What is saved side by side (§4), in the order of its progress lines (§2). */
export const saves = ['settings', 'payment_ledgers', 'key'] as const
export type Save = (typeof saves)[number]

export type Line =
  | { status: 'idle' }
  | { status: 'loading' }
  | { status: 'ok' }
  | { status: 'error'; message: Message }

export type Lines = Readonly<Record<Save, Line>>

/** A save that fails for a reason of the wizard's own. */
class SaveError extends Error {
  override readonly name = 'SaveError'
  readonly key: MessageKey

  constructor(key: MessageKey) {
    super(key)
    this.key = key
  }
}

export interface Saving {
  $lines: ReadableAtom<Lines>
  isLoading: () => boolean
  /** Whether every save has succeeded. */
  isSaved: () => boolean
  /** Saves what is not saved yet, all of it side by side. */
  saveAll: (world: Outside, choices: Choices) => Promise<void>
  /** Saves one line anew, and leaves the others alone. */
  retry: (save: Save) => Promise<void>
}

interface Options {
  environment: Environment
  user: string
  dialogs: Dialogs
  place: Place
  /** The settings as they were read. */
  settings: CompanySettings
}

/** The three saves of the wizard (§4), each with its own progress and its own failure. */
export function createSaving(options: Options): Saving {
  const { environment, user, dialogs, place } = options
  let current = options.settings
  /** A default relation may be stored by now, whatever the settings said when they were read. */
  let mayHaveDefault = false
  /** What each line saved last, so that it is not sent again, and is when it changed. */
  const saved = new Map<Save, string>()
  let submitted: { world: Outside; choices: Choices } | null = null

  const $lines = map<Record<Save, Line>>({
    settings: { status: 'idle' },
    payment_ledgers: { status: 'idle' },
    key: { status: 'idle' },
  })

  const operation = (save: Save) => `wizard-${save}:${place.administration.id}/${place.location.id}`
  const again = () => Promise.resolve(true)

  function relationToSave(choices: Choices) {
    return mayHaveDefault || savesRelation(choices, current) ? choices.relation.id : null
  }

  /** What a line would save, to be compared with what it did save. */
  function contentOf(save: Save, world: Outside, choices: Choices): string {
    const content = {
      settings: () => settingsFrom(choices, options.settings),
      payment_ledgers: () => paymentLedgersFrom(place, choices),
      key: () => choices.relation.id,
    }
    return JSON.stringify([world.isReal, content[save]()])
  }

  async function saveSettings(world: Outside, choices: Choices): Promise<void> {
    const body = settingsFrom(choices, current)
    const identifier = body.snelstart_administratie_identifier
    await world.perform({
      name: operation('settings'),
      endpoint: saveCompanySettings,
      request: { ...ofPlace(place), path: { identifier }, body },
      // Safe to repeat: it says how the settings shall be.
      sendAgain: again,
    })
  }

  async function savePaymentLedgers(world: Outside, choices: Choices): Promise<void> {
    const body = paymentLedgersFrom(place, choices)
    const headers = { administration: place.administration.id, location: place.location.id }
    const [first] = (await world.call(listPaymentLedgers, { headers })) ?? []
    const name = operation('payment_ledgers')
    if (first === undefined) {
      const created = await world.perform({
        name,
        endpoint: createPaymentLedgers,
        request: { body },
        sendAgain: () =>
          dialogs.confirm({
            message: { key: 'wizard:paymentLedgersPerhapsMade' },
            detail: { key: 'wizard:paymentLedgersPerhapsMadeHelp' },
          }),
      })
      if (created === null) throw new SaveError('wizard:notSentAgain')
      return
    }
    const { id } = first
    if (!isSet(id)) throw new SaveError('wizard:paymentLedgerId')
    await world.perform({
      name: `${name}/${id}`,
      endpoint: updatePaymentLedgers,
      request: {
        path: { id },
        headers: { administration: place.administration.id },
        body: { ...body, id },
      },
      sendAgain: again,
    })
    if (world.isReal) forgetOperation(environment, user, `${name}/${id}`)
  }

  async function saveKey(world: Outside, choices: Choices): Promise<void> {
    const relation = relationToSave(choices)
    if (relation === null) return
    const id = current.api_key?.id
    if (!isSet(id)) throw new SaveError('wizard:keyMissing')
    if (world.isReal) mayHaveDefault = true
    await world.perform({
      name: operation('key'),
      endpoint: updateKey,
      request: { path: { id }, body: { default_no_relation: relation } },
      sendAgain: again,
    })
    if (world.isReal) {
      current = { ...current, api_key: { ...current.api_key, default_no_relation: relation } }
    }
  }

  const work = { settings: saveSettings, payment_ledgers: savePaymentLedgers, key: saveKey }

  async function save(name: Save, world: Outside, choices: Choices): Promise<void> {
    $lines.setKey(name, { status: 'loading' })
    const content = contentOf(name, world, choices)
    try {
      await work[name](world, choices)
      if (world.isReal) forgetOperation(environment, user, operation(name))
      saved.set(name, content)
      $lines.setKey(name, { status: 'ok' })
    } catch (error) {
      environment.log(`could not be saved: ${name}`, { message: String(error) })
      const message = error instanceof SaveError ? { key: error.key } : failureMessage(error)
      $lines.setKey(name, { status: 'error', message })
    }
  }

  const isOk = (name: Save) => $lines.get()[name].status === 'ok'

  return {
    $lines,
    isLoading: () => saves.some((name) => $lines.get()[name].status === 'loading'),
    isSaved: () => saves.every(isOk),
    saveAll: async (world, choices) => {
      submitted = { world, choices }
      const due = saves.filter(
        (name) => !isOk(name) || saved.get(name) !== contentOf(name, world, choices),
      )
      await Promise.all(due.map((name) => save(name, world, choices)))
    },
    retry: async (name) => {
      if (submitted === null || $lines.get()[name].status !== 'error') return
      await save(name, submitted.world, submitted.choices)
    },
  }
}
