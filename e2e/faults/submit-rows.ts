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

const onLine = (name: 'Instellingen' | 'Grootboekrekeningen'): Told => ({
  says: ['fout:'],
  at: ({ wizard }) => wizard.line(name),
  again: ({ wizard }) =>
    wizard
      .line(name)
      .getByRole('button', { name: /^Opnieuw proberen/ })
      .click(),
})

const started: Omit<Row, 'told'> = {
  ...common,
  before: async (scene) => {
    await configured(scene)
    await submit(scene)
    await question(scene)
  },
  act: (scene) => scene.answer('Bevestigen'),
  end: atCustomers,
}

export const submitRows = {
  getCompanySettings: [
    { ...common, told: inDialog(submit, 'De instellingen konden niet worden verstuurd.') },
    {
      ...common,
      told: {
        ...inDialog(submit, 'SnelStart heeft de koppeling nog niet bevestigd.'),
        hasNoReason: true,
      },
      fault: '404',
    },
  ],
  saveCompanySettings: [
    { ...common, told: onLine('Instellingen') },
    { ...common, told: onLine('Instellingen'), fault: 'redirect' },
  ],
  createPaymentLedgers: {
    ...common,
    // Nobody has set this one up before.
    before: async (scene) => {
      await scene.open(`${places.desktop}&step=journals`)
      await scene.wizard.settleLedgers()
      await scene.wizard.goTo('Samenvatting')
    },
    typed: ({ wizard }) => [[wizard.row('Contant'), /2200/]],
    told: onLine('Grootboekrekeningen'),
    fault: 'unreachable',
    question: {
      text: 'De grootboekrekeningen voor betalingen zijn misschien al opgeslagen.',
      answer: 'Bevestigen',
    },
  },
  importProducts: [
    {
      ...started,
      told: inPage('De import van producten kon niet worden gestart.'),
      fault: '403',
    },
    {
      ...started,
      // Whatever is no refusal may have started it.
      told: inPage(
        'De import van producten is misschien al bezig.',
        'Kijk in het klantenportaal of de gegevens binnenkomen.',
      ),
      question: { text: 'De import is misschien al gestart.', answer: 'Bevestigen' },
    },
  ],
} satisfies Record<string, Row | readonly Row[]>
