import { map, type ReadableAtom } from 'nanostores'
import { saveCompanySettings, type CompanySettings } from '../../lib/api/company.ts'
import { outcomeOf } from '../../lib/api/errors.ts'
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
  unsaved,
  type Choices,
} from '../../lib/domain/company-settings.ts'
import { idsOf, ofPlace, placeName, type Place } from '../../lib/domain/place.ts'
import { isSet } from '../../lib/domain/wizard.ts'
import { logError, type Environment } from '../../lib/environment.ts'
import { failureMessage } from '../../lib/failure.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import type { Dialogs } from '../shell/dialogs.ts'
import type { Gateway } from '../operations/gateway.ts'

/** What is saved side by side (§4), in the order of its progress lines (§2). */
export const saves = ['settings', 'payment_ledgers', 'key'] as const
export type Save = (typeof saves)[number]

export type Line =
  | { status: 'idle' }
  | { status: 'loading' }
  /** In a dry run nothing was sent. */
  | { status: 'ok'; isDryRun?: true }
  | { status: 'error'; message: Message }

export type Lines = Readonly<Record<Save, Line>>

/** What is saved, and whether for real. */
export interface Attempt {
  gateway: Gateway
  choices: Choices
}

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
  /** Whether this very content was saved, all of it. */
  isSaved: (attempt: Attempt) => boolean
  /** The settings as they may be: as they were read or saved here, and what was sent. */
  expected: () => readonly CompanySettings[]
  /**
   * The settings were read anew. What is not as it shall be is not saved, whatever was sent before.
   *
   * @param next the settings as they shall be
   */
  learn: (settings: CompanySettings, next: CompanySettings) => void
  /** Saves what is not saved yet, all of it side by side. */
  saveAll: (attempt: Attempt) => Promise<void>
  /** Saves one line that failed, and leaves the others alone. */
  retry: (save: Save, attempt: Attempt) => Promise<void>
}

interface Options {
  environment: Environment
  dialogs: Dialogs
  place: Place
  /** The settings as they were read. */
  settings: CompanySettings
}

/** The three saves of the wizard (§4), each with its own progress and its own failure. */
export function createSaving(options: Options): Saving {
  const { environment, dialogs, place } = options
  let known = options.settings
  /** A default relation may be stored by now, whatever the settings were when they were read. */
  let mayHaveDefault = false
  /** Settings that were sent; a lost answer leaves open whether they arrived. */
  const sent: CompanySettings[] = []
  /** What each line saved last, so that it is not sent again, and is when it changed. */
  const saved = new Map<Save, string>()

  const $lines = map<Record<Save, Line>>({
    settings: { status: 'idle' },
    payment_ledgers: { status: 'idle' },
    key: { status: 'idle' },
  })

  /** What a line would save, to be compared with what it did save. */
  function contentOf(save: Save, { gateway, choices }: Attempt): string {
    const content = {
      settings: () => settingsFrom(choices, options.settings),
      payment_ledgers: () => paymentLedgersFrom(place, choices),
      key: () => choices.relation.id,
    }
    return JSON.stringify([gateway.isDryRun, content[save]()])
  }

  async function saveSettings({ gateway, choices }: Attempt): Promise<void> {
    const body = settingsFrom(choices, known)
    const identifier = body.snelstart_administratie_identifier
    if (!gateway.isDryRun) sent.push(body)
    await gateway.put(saveCompanySettings, {
      ...ofPlace(place),
      path: { identifier },
      body,
    })
    if (!gateway.isDryRun) known = { ...body, api_key: known.api_key }
  }

  async function savePaymentLedgers({ gateway, choices }: Attempt): Promise<void> {
    const body = paymentLedgersFrom(place, choices)
    const headers = idsOf(place)
    const list = () => gateway.call(listPaymentLedgers, { headers })
    const parameters = { location: place.location.name }
    const [first] = await list()
    const name = `payment-ledgers:${placeName(headers)}`
    if (first === undefined) {
      const created = await gateway.runOnce({
        name,
        forgetAfter: true,
        endpoint: createPaymentLedgers,
        request: { body },
        // They were listed just now, and there are none.
        lookUp: () => Promise.resolve(null),
        sendAgain: () =>
          dialogs.confirm({
            isRisky: true,
            message: { key: 'wizard:paymentLedgersPerhapsMade' },
            detail: { key: 'wizard:paymentLedgersPerhapsMadeHelp', parameters },
          }),
      })
      if (created === null) throw new SaveError('wizard:notSentAgain')
      // The next save updates the first that is listed.
      await gateway.tellTwins({
        find: async () => (await list()).flatMap(({ id }) => id ?? []),
        detail: { key: 'wizard:twinPaymentLedgers', parameters },
      })
    } else {
      const { id } = first
      if (!isSet(id)) throw new SaveError('wizard:paymentLedgerId')
      await gateway.put(updatePaymentLedgers, {
        path: { id },
        headers: { administration: place.administration.id },
        body: { ...body, id },
      })
      if (!gateway.isDryRun) gateway.operations.forget(name)
    }
  }

  async function saveKey({ gateway, choices }: Attempt): Promise<void> {
    if (!mayHaveDefault && !savesRelation(choices, known)) return
    const { id: relation } = choices.relation
    const id = known.api_key?.id
    if (!isSet(id)) throw new SaveError('wizard:keyMissing')
    const withRelation = {
      ...known,
      api_key: { ...known.api_key, default_no_relation: relation },
    }
    if (!gateway.isDryRun) sent.push(withRelation)
    try {
      await gateway.put(updateKey, {
        path: { id },
        body: { default_no_relation: relation },
      })
    } catch (error) {
      mayHaveDefault ||= !gateway.isDryRun && outcomeOf(error) !== 'refused'
      throw error
    }
    if (!gateway.isDryRun) known = { ...known, api_key: withRelation.api_key }
  }

  const work = { settings: saveSettings, payment_ledgers: savePaymentLedgers, key: saveKey }

  async function save(name: Save, attempt: Attempt): Promise<void> {
    const content = contentOf(name, attempt)
    try {
      $lines.setKey(name, { status: 'loading' })
      await work[name](attempt)
      saved.set(name, content)
      $lines.setKey(name, {
        status: 'ok',
        ...(attempt.gateway.isDryRun && { isDryRun: true }),
      })
    } catch (error) {
      logError(environment, `could not be saved: ${name}`, error)
      const message = error instanceof SaveError ? { key: error.key } : failureMessage(error)
      $lines.setKey(name, { status: 'error', message })
    }
  }

  const isSaved = (name: Save, attempt: Attempt) =>
    $lines.get()[name].status === 'ok' && saved.get(name) === contentOf(name, attempt)

  return {
    $lines,
    isLoading: () => saves.some((name) => $lines.get()[name].status === 'loading'),
    isSaved: (attempt) => saves.every((name) => isSaved(name, attempt)),
    expected: () => [known, ...sent],
    learn: (settings, next) => {
      known = settings
      for (const name of unsaved(settings, next)) {
        if ($lines.get()[name].status === 'ok') $lines.setKey(name, { status: 'idle' })
      }
    },
    saveAll: async (attempt) => {
      const due = saves.filter((name) => !isSaved(name, attempt))
      await Promise.all(due.map((name) => save(name, attempt)))
    },
    retry: async (name, attempt) => {
      if ($lines.get()[name].status === 'error') await save(name, attempt)
    },
  }
}
