import { places } from '../pages/wizard.ts'
import { inDialog, inPage, type Row, type Scene, type Told } from './scene.ts'

/** The configured wizard, complete, with one change. */
async function configured(scene: Scene): Promise<void> {
  await scene.open(places.configured)
  await scene.wizard.completeConfigured()
}

const submit = ({ wizard }: Scene) => wizard.submit.click()
const question = ({ dialog }: Scene) => dialog.getByText('Do you want to start a import?').waitFor()
const atCustomers = ({ page, sandbox }: Scene) => page.waitForURL(`${sandbox.url}/customers`)

const common: Omit<Row, 'told'> = {
  before: configured,
  act: submit,
  typed: ({ wizard }) => [
    [wizard.row('Product voor openstaande facturen gebruiken'), /Nee\s*wijzigt/],
  ],
  end: async (scene) => {
    await question(scene)
    await scene.answer('Annuleren')
    await atCustomers(scene)
  },
}

const onLine = (name: 'Instellingen' | 'Grootboekrekeningen' | 'Relatie'): Told => ({
  says: ['fout:'],
  at: ({ wizard }) => wizard.line(name),
  again: ({ wizard }) => wizard.line(name).getByRole('button').click(),
})

const imported = (failed: string, late: string): Row => ({
  ...common,
  before: async (scene) => {
    await configured(scene)
    await submit(scene)
    await question(scene)
  },
  act: (scene) => scene.answer('Bevestigen'),
  told: inPage(failed),
  fault: '403',
  // Whatever is no refusal may have started it.
  meanings: { '500': inPage(late, 'Kijk in het klantenportaal of de gegevens binnenkomen.') },
  question: {
    fault: '500',
    text: 'De import is misschien al gestart.',
    answer: 'Bevestigen',
  },
  end: atCustomers,
})

export const submitRows = {
  getCompanySettings: {
    ...common,
    when: 'before the saves',
    told: inDialog(submit, 'De instellingen konden niet worden verstuurd.'),
    meanings: {
      '404': {
        ...inDialog(submit, 'SnelStart heeft de koppeling nog niet bevestigd.'),
        hasNoReason: true,
      },
    },
  },
  saveCompanySettings: { ...common, told: onLine('Instellingen') },
  listPaymentLedgers: { ...common, told: onLine('Grootboekrekeningen') },
  createPaymentLedgers: {
    ...common,
    // Nobody has set this one up before.
    before: async (scene) => {
      await scene.open(`${places.desktop}&step=journals`)
      await scene.wizard.settleLedgers()
      await scene.wizard.goTo('Samenvatting')
    },
    typed: ({ wizard }) => [[wizard.row('Grootboekrekening contant'), /2200/]],
    told: onLine('Grootboekrekeningen'),
    question: {
      fault: 'unreachable',
      text: 'De grootboekrekeningen voor betalingen zijn misschien al opgeslagen.',
      answer: 'Bevestigen',
    },
  },
  updatePaymentLedgers: { ...common, told: onLine('Grootboekrekeningen'), fault: '403' },
  updateKey: { ...common, told: onLine('Relatie'), fault: 'answer lost' },
  importProducts: imported(
    'De import van producten kon niet worden gestart.',
    'De import van producten is misschien al bezig.',
  ),
  importRelations: imported(
    'De import van relaties kon niet worden gestart.',
    'De import van relaties is misschien al bezig.',
  ),
} satisfies Record<string, Row>
