import { expect } from 'vitest'
import { webWizardValues } from '../../../../test/fault-matrix.ts'
import {
  expectNoDuplicatesAfterTwoInterruptions,
  expectNoDuplicatesAfterInterruption,
  interruptionKinds,
  type Scenario,
} from '../../../../test/interruptions.ts'
import {
  cheeseShopLocation,
  liquorLocation,
  waitForLookups,
  openWizard,
  readStoredRecords,
} from '../../../../test/open-wizard.ts'
import { sandbox, test } from '../../../../test/test.ts'
import { requiredPurposes } from '../../../lib/accounting/snelstart/ledgers.ts'

const numbers = {
  cash: '1000',
  eft: '1300',
  webshop: '1600',
  ecr: '1000',
  payment_differences: '7980',
  cash_differences: '4752',
  emballage: '8040',
}

/** Wizard scenario with values that differ from the stored ones. */
function wizardOf(place: typeof cheeseShopLocation): Scenario {
  const { administration, location } = place

  async function saved() {
    const { settings, paymentLedgers, keys, relations, imports } = await readStoredRecords(place)
    const customer = relations.find(({ relatiecode }) => relatiecode === '100')
    return {
      settings: settings.map(({ settings: each }) => [
        each.default_cash_register,
        each.default_cash_payment_ledger,
        each.default_emballage_ledger,
        each.sync_relation,
      ]),
      payment_ledgers: paymentLedgers.map((row) => [
        row.cash_ledger,
        row.eft_ledger,
        row.webshop_ledger,
      ]),
      key: keys.map((row) => row.default_no_relation === customer?.id),
      imports,
    }
  }
  let values = webWizardValues
  let repeated = 0
  /** Number of imports that started before a sign-out, which deletes the browser's records. */
  let forgotten = 0
  const shown = () => ({
    settings: [[numbers.ecr, numbers.cash, numbers.emballage, values.sync_relations]],
    payment_ledgers: [[numbers.cash, numbers.eft, numbers.webshop]],
    key: [true],
  })

  return {
    prepare: async () => {
      values = webWizardValues
      repeated = 0
      await sandbox.reset()
    },
    address: `http://localhost:4321/wizard?administration=${administration}&location=${location}`,
    open: async ({ options }, isNew) => {
      const { setup, environment } = await openWizard({ ...place, ...options, header: '' })
      const { submitting, ledgers, relation } = setup
      if (isNew) {
        forgotten = (await saved()).imports.length
        setup.keep(values)
        relation.input('100')
        for (const purpose of requiredPurposes) ledgers[purpose].input(numbers[purpose])
        await waitForLookups(setup)
        for (const purpose of requiredPurposes) ledgers[purpose].accept()
      }
      expect(setup.$values.get()).toEqual(values)
      expect(relation.$code.get()).toBe('100')
      for (const purpose of requiredPurposes) {
        expect(ledgers[purpose].$number.get()).toBe(numbers[purpose])
      }
      values = { ...values, sync_relations: isNew }
      setup.keep(values)
      return {
        press: submitting.submit,
        isDone: () => environment.visited.length > 0,
        expectTrue: async () => {
          const stored = await saved()
          const lines = submitting.$lines.get()
          for (const name of ['settings', 'payment_ledgers', 'key'] as const) {
            const line = lines[name]
            const isSaved = line.status === 'ok' && line.unsent !== 'dryRun'
            if (isSaved) expect(stored[name], name).toEqual(shown()[name])
          }
          const state = submitting.$state.get()
          if (!('imports' in state) || state.gateway.isDryRun) return
          for (const [name, importState] of Object.entries(state.imports)) {
            if (importState === 'started') expect(stored.imports).toContain(name)
          }
        },
      }
    },
    truth: async (question) => {
      const { message, about = [], detail } = question
      const { imports, payment_ledgers: payments } = await saved()
      const isMissing = new Set(imports).size < 2
      switch (message.key) {
        case 'wizard:startImport':
          if (detail?.key === 'wizard:startImportHelpDryRun') return true
          // The question states when each import was last started.
          expect(about.length).toBeGreaterThan(new Set(imports.slice(forgotten)).size)
          if (isMissing) repeated += imports.length
          return isMissing
        case 'wizard:importPerhapsStarted':
          if (isMissing) repeated += 1
          return isMissing
        case 'wizard:paymentLedgersPerhapsMade':
          return payments.length === 0
        default:
          if ('kind' in question && question.kind === 'alert') return true
          throw new Error(`Unexpected question: ${message.key}`)
      }
    },
    secrets: async () => {
      const keys = (await sandbox.rows('keys')).map(({ id }) => id)
      return ['Oefenslijterij', 'Slijterij', 'Oefenkaashandel', 'Kaashandel', ...keys]
    },
    subjectOf: ({ call }) => Promise.resolve(call.endsWith('/import') ? call : 'saves'),
    expectOnce: async () => {
      const { imports, ...stored } = await saved()
      expect(stored).toEqual(shown())
      expect(new Set(imports).size).toBe(2)
      expect(imports.length).toBeLessThanOrEqual(2 + repeated)
    },
  }
}

test.each(interruptionKinds)('saves a first set-up once if a %s interrupts the submit', (kind) =>
  expectNoDuplicatesAfterInterruption(wizardOf(cheeseShopLocation), kind),
)

test('saves changes of a completed setup only once if a reload interrupts the submit', () =>
  expectNoDuplicatesAfterInterruption(wizardOf(liquorLocation), 'reload'))

test('saves changes of a completed setup only once despite any two interruptions', () =>
  expectNoDuplicatesAfterTwoInterruptions(wizardOf(liquorLocation), {
    numRuns: 20,
    events: 25,
  }))
