import type { SandboxControl } from '../../test/sandbox.ts'
import { places } from '../pages/wizard.ts'
import { after, only, type Row, type Rows, type Scene, type Told, type Typed } from './row.ts'

/** The configured wizard, complete, with one change. */
async function configured(scene: Scene): Promise<void> {
  await scene.open(places.configured)
  await scene.wizard.completeConfigured()
}

/** A wizard that nobody has set up before, complete. */
async function fresh(scene: Scene): Promise<void> {
  const { wizard } = scene
  await scene.open(`${places.desktop}&step=journals`)
  await wizard.settleLedgers()
  await wizard.goTo('Samenvatting')
}

const submit = ({ wizard }: Scene) => wizard.submit.click()
const question = ({ dialog }: Scene) => dialog.getByText('Do you want to start a import?').waitFor()
const atCustomers = ({ page, sandbox }: Scene) => page.waitForURL(`${sandbox.url}/customers`)

async function withoutImport(scene: Scene): Promise<void> {
  await question(scene)
  await scene.answer('Annuleren')
  await atCustomers(scene)
}

/** What a submit stores of a place. */
const stored = (administration: number, location: number) => async (sandbox: SandboxControl) => {
  const ofPlace = (row: { location_id: number }) => row.location_id === location
  const imports = (await sandbox.rows('imports')).filter(
    (row) => row.administration_id === administration,
  )
  const importsOf = (kind: string) => imports.filter((row) => row.kind === kind).length
  return {
    settings: (await sandbox.rows('company_settings')).filter(ofPlace).length,
    'payment ledgers': (await sandbox.rows('payment_ledgers')).filter(ofPlace).length,
    keys: (await sandbox.rows('keys')).filter(ofPlace).length,
    'imports of products': importsOf('products'),
    'imports of relations': importsOf('relations'),
  }
}

const all = { settings: 1, 'payment ledgers': 1, keys: 1 }
const noImports = { 'imports of products': 0, 'imports of relations': 0 }

const common: Omit<Row, 'told'> = {
  before: configured,
  act: submit,
  typed: ({ wizard }): readonly Typed[] => [
    [wizard.row('Product voor openstaande facturen gebruiken'), /Nee\s*wijzigt/],
  ],
  end: withoutImport,
  rows: stored(1006, 2007),
  made: { ...all, ...noImports },
}

const freshPlace = {
  before: fresh,
  typed: ({ wizard }: Scene): readonly Typed[] => [
    [wizard.row('Grootboekrekening contant'), /2200/],
  ],
  rows: stored(1007, 2008),
}

const onLine = (name: 'Instellingen' | 'Grootboekrekeningen' | 'Relatie'): Told => ({
  texts: after('fout:'),
  at: ({ wizard }) => wizard.line(name),
  again: ({ wizard }) => wizard.line(name).getByRole('button').click(),
})

async function closeAndSubmit(scene: Scene): Promise<void> {
  await scene.answer('Sluiten')
  await submit(scene)
}

/** Nothing is saved; the user submits again. */
const beforeSaves = (texts: Told['texts']): Told => ({
  texts,
  at: ({ dialog }) => dialog,
  again: closeAndSubmit,
})

const changedElsewhere = 'De instellingen zijn intussen ergens anders gewijzigd.'
const sentAnew = 'it says how something shall be, and is sent anew each time'

const asksAboutRecord = {
  text: 'De grootboekrekeningen voor betalingen zijn misschien al opgeslagen.',
  when: 'nothing is found',
} as const

const imported = (failed: string, late: string): Row => {
  const again: Told['again'] = (scene) => scene.retry()
  const at: Told['at'] = ({ failure }) => failure
  const open: Told = {
    texts: after(late, 'Kijk in het klantenportaal of de gegevens binnenkomen.'),
    at,
    again,
  }
  return {
    ...common,
    before: async (scene) => {
      await configured(scene)
      await submit(scene)
      await question(scene)
    },
    act: (scene) => scene.answer('Bevestigen'),
    told: { texts: after(failed), at, again },
    // Whatever is no refusal may have started it.
    meanings: { abort: open, timeout: open, '500': open, '503': open, 'answer lost': open },
    question: {
      text: 'De import is misschien al gestart.',
      when: 'always',
      isDeclinedWhenThere: true,
    },
    end: atCustomers,
    made: { ...all, 'imports of products': 1, 'imports of relations': 1 },
  }
}

export const submitRows = {
  getCompanySettings: {
    ...common,
    when: 'before the saves',
    told: beforeSaves(after('De instellingen konden niet worden verstuurd.')),
    meanings: {
      '404': beforeSaves(only('SnelStart heeft de koppeling nog niet bevestigd.')),
      '409': beforeSaves(only('SnelStart heeft de koppeling nog niet bevestigd.')),
      // What is gone from the settings somebody else has taken away, and brought back afterwards.
      'other fields missing': {
        ...beforeSaves(only(changedElsewhere)),
        again: async (scene) => {
          await closeAndSubmit(scene)
          await scene.dialog.getByText(changedElsewhere).waitFor()
          await closeAndSubmit(scene)
        },
      },
    },
  },
  saveCompanySettings: { ...common, told: onLine('Instellingen'), sameWithout: sentAnew },
  listPaymentLedgers: [
    {
      ...common,
      told: onLine('Grootboekrekeningen'),
      meanings: {
        'other fields missing': {
          ...onLine('Grootboekrekeningen'),
          texts: only('Paymentledger ID was not set'),
        },
      },
      merged: { '404': 'it says that there are none: below, where there are none' },
    },
    {
      ...common,
      ...freshPlace,
      when: 'where there are none',
      told: null,
      only: '404',
    },
  ],
  createPaymentLedgers: {
    ...common,
    ...freshPlace,
    told: onLine('Grootboekrekeningen'),
    question: asksAboutRecord,
  },
  updatePaymentLedgers: { ...common, told: onLine('Grootboekrekeningen'), sameWithout: sentAnew },
  updateKey: { ...common, told: onLine('Relatie'), sameWithout: sentAnew },
  importProducts: imported(
    'De import van producten kon niet worden gestart.',
    'De import van producten is misschien al bezig.',
  ),
  importRelations: imported(
    'De import van relaties kon niet worden gestart.',
    'De import van relaties is misschien al bezig.',
  ),
} satisfies Rows
