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

export const boardingRows = {
  listSubscriptions: {
    ...common,
    typed,
    act: ({ page }) => page.reload(),
    told: inPage('De abonnementen konden niet worden geladen'),
    fault: 'unreachable',
    end: async (scene) => {
      await scene.boarding.plan('Keten').getByRole('radio', { checked: true }).waitFor()
      await submit(scene)
      await atActivation(scene)
    },
  },
  createMerchant: {
    ...common,
    // Only a fault says so: with that account there would be nobody to go on with.
    told: declined('Oeps. User account nieuw@zaak.test already exists.'),
    fault: '409',
  },
  createRegistration: {
    ...common,
    told: inDialog(submit, 'Oeps. something went wrong during registration.'),
  },
  createLocation: {
    ...common,
    told: inDialog(submit, coupling),
    fault: 'unreachable',
    question: {
      text: 'of Hoofdwinkel in de lijst Locatie van administratie 1008 staat',
      answer: 'Bevestigen',
    },
  },
  createUnconnectedKey: {
    ...common,
    told: inDialog(submit, coupling),
    fault: 'answer lost',
    question: {
      text: 'Het is niet zeker of de vorige poging is gelukt.',
      answer: 'Bevestigen',
      then: 'Koppelpunt gebruikt sleutel',
    },
  },
  // Access is given where it can be; whatever becomes of it, the coupling goes on.
  addUserToAdministration: {
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
    fault: '403',
  },
} satisfies Record<string, Row>
