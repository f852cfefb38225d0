import { Activation } from '../pages/activation.ts'
import { inDialog, inPage, type Row, type Scene, type Told, type Typed } from './scene.ts'

const typed = (scene: Scene): readonly Typed[] => [
  [scene.field('merchant_info.full_name'), 'Winkelier van Test'],
  [scene.field('merchant_info.username'), 'nieuw@zaak.test'],
  [scene.field('serial_info.serial.name'), 'Nieuwe Zaak'],
  [scene.field('serial_info.serial.coc'), '01234567'],
  [scene.field('serial_info.serial.website_url'), 'https://zaak.test'],
  [scene.field('serial_info.location.name'), 'Hoofdwinkel'],
]

async function filledIn(scene: Scene): Promise<void> {
  await scene.open('/boarding')
  await scene.boarding.fillIn()
}

const submit = ({ boarding }: Scene) => boarding.submit.click()
const atActivation = ({ page }: Scene) => new Activation(page).button('Activeren').waitFor()

const common = {
  before: filledIn,
  act: submit,
  typed: (scene: Scene): readonly Typed[] => [
    ...typed(scene),
    [scene.boarding.plan('Keten').getByRole('radio'), true],
  ],
  end: atActivation,
}

const coupling = 'Oeps. something went wrong during creating location inside Koppelpunt.'
const accountExists = 'Oeps. User account nieuw@zaak.test already exists.'
const perhapsDone = {
  text: 'Het is niet zeker of de vorige poging is gelukt.',
  answer: 'Bevestigen',
} as const

/** A question; whoever declines can send the form again. */
const declined = (text: string): Told => ({
  says: [text],
  hasNoReason: true,
  at: ({ dialog }) => dialog,
  again: async (scene) => {
    await scene.answer('Annuleren')
    await submit(scene)
  },
})

/** Access is given where it can be; whatever becomes of it, the coupling goes on. */
const access: Row = {
  ...common,
  before: async (scene) => {
    await scene.sandbox.changeSettings({ userAppearance: 'registration' })
    await filledIn(scene)
    await submit(scene)
    await scene.dialog.getByText('User is not found in keycloak.').waitFor()
  },
  act: (scene) => scene.answer('Bevestigen'),
  told: inDialog(
    () => Promise.resolve(),
    'De gebruiker kon niet aan de administratie worden toegevoegd.',
  ),
}

export const boardingRows = {
  listSubscriptions: {
    ...common,
    typed,
    act: ({ page }) => page.reload(),
    told: inPage('De abonnementen konden niet worden geladen.'),
    fault: 'unreachable',
    end: async (scene) => {
      await scene.boarding.plan('Keten').getByRole('radio', { checked: true }).waitFor()
      await submit(scene)
      await atActivation(scene)
    },
  },
  createMerchant: {
    ...common,
    told: inDialog(submit, 'Het account kon niet worden aangemaakt.'),
    // Only a fault says so: with that account there would be nobody to go on with.
    meanings: { '409': declined(accountExists) },
    question: { fault: 'answer lost', text: accountExists, answer: 'Bevestigen' },
  },
  findUsers: [
    {
      ...common,
      when: 'before the registration',
      told: inDialog(submit, "Oeps. you don't have the correct rights, pls contact Koppelpunt"),
      fault: '403',
    },
    { ...access, when: 'for access' },
  ],
  createRegistration: {
    ...common,
    told: inDialog(submit, 'Oeps. something went wrong during registration.'),
    question: { ...perhapsDone, fault: 'unreachable' },
  },
  createLocation: {
    ...common,
    told: inDialog(submit, coupling),
    fault: 'answer lost',
    question: {
      ...perhapsDone,
      text: 'of Hoofdwinkel in de lijst Locatie van administratie 1008 staat',
      fault: 'unreachable',
    },
  },
  createUnconnectedKey: {
    ...common,
    told: inDialog(submit, coupling),
    fault: 'HTML',
    question: { ...perhapsDone, fault: 'answer lost', then: 'Koppelpunt gebruikt sleutel' },
  },
  addUserToAdministration: { ...access, fault: '403' },
  getCompanySettings: {
    ...common,
    when: 'for a customer who was made',
    before: async (scene) => {
      await filledIn(scene)
      await submit(scene)
      await atActivation(scene)
      await scene.page.goBack()
      await scene.shows('Deze klant is aangemaakt')
    },
    told: inDialog(submit),
  },
} satisfies Record<string, Row | readonly Row[]>
