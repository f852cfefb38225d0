import type { SandboxControl } from '../../test/sandbox.ts'
import { Activation } from '../pages/activation.ts'
import { callOf } from './calls.ts'
import { statuses } from './faults.ts'
import { after, only, type Row, type Rows, type Scene, type Told, type Typed } from './row.ts'
import { strike } from './strike.ts'

const typed = (scene: Scene): readonly Typed[] => [
  [scene.field('merchant_info.full_name'), 'Winkelier van Test'],
  [scene.field('merchant_info.username'), 'nieuw@zaak.test'],
  [scene.field('serial_info.serial.name'), 'Nieuwe Zaak'],
  [scene.field('serial_info.serial.coc'), '01234567'],
  [scene.field('serial_info.serial.website_url'), 'https://zaak.test'],
  [scene.field('serial_info.location.name'), 'Hoofdwinkel'],
]

const withPlan = (scene: Scene): readonly Typed[] => [
  ...typed(scene),
  [scene.boarding.plan('Keten').getByRole('radio'), true],
]

async function filledIn(scene: Scene): Promise<void> {
  await scene.open('/boarding')
  await scene.boarding.fillIn()
}

const submit = ({ boarding }: Scene) => boarding.submit.click()
const atActivation = ({ page }: Scene) => new Activation(page).button('Activeren').waitFor()

const seeded = 1007
/** What one customer is made of. */
const customer = async (sandbox: SandboxControl) => {
  const ofCustomer = (row: { administration_id: number }) => row.administration_id > seeded
  return {
    merchants: (await sandbox.rows('merchants')).length,
    administrations: (await sandbox.rows('administrations')).filter(({ id }) => id > seeded).length,
    registrations: (await sandbox.rows('registrations')).length,
    locations: (await sandbox.rows('locations')).filter(ofCustomer).length,
    keys: (await sandbox.rows('keys')).filter(ofCustomer).length,
  }
}

const common = {
  typed: withPlan,
  rows: customer,
  made: { merchants: 1, administrations: 1, registrations: 1, locations: 1, keys: 1 },
  before: filledIn,
  act: submit,
  end: atActivation,
}

/** A dialog, after which the form is sent again. */
const inDialog = (...texts: readonly string[]): Told => ({
  texts: after(...texts),
  at: ({ dialog }) => dialog,
  again: async (scene) => {
    await scene.answer('Sluiten')
    await submit(scene)
  },
})

const perhapsDone = 'Het is niet zeker of de vorige poging is gelukt.'
const coupling = 'Oeps. something went wrong during creating location inside Koppelpunt.'
const registering = 'Oeps. something went wrong during registration.'
const accountExists = 'Oeps. User account nieuw@zaak.test already exists.'
const noAccess = 'De gebruiker kon niet aan de administratie worden toegevoegd.'

/** A submit whose write is carried out without an answer; then the form is there again. */
const afterLost =
  (write: 'createRegistration' | 'createLocation') =>
  async (scene: Scene): Promise<void> => {
    await filledIn(scene)
    const lost = await strike(scene.page, callOf(write), 'answer lost')
    await submit(scene)
    await scene.dialog.waitFor()
    await lost.clear()
    await scene.answer('Sluiten')
  }

/** A question; whoever declines can send the form again. */
const declined = (text: string): Told => ({
  texts: only(text),
  at: ({ dialog }) => dialog,
  again: async (scene) => {
    await scene.answer('Annuleren')
    await submit(scene)
  },
})

/** A look-up that tells too little of what was made: whoever knows goes on with it. */
const recognised: Told = {
  texts: only('Er staat al een administratie Nieuwe Zaak zonder locatie'),
  at: ({ dialog }) => dialog,
  again: (scene) => scene.answer('Bevestigen'),
}
const askedAtStatuses = Object.fromEntries(statuses.map((name) => [name, recognised]))

const noLocations = 'the list is empty: there is nothing in it to be missing'
const noRecord = 'the answer is that there is none, as with 404'

/** Only the portal without the header looks for what an attempt left. */
const lookUp = { ...common, header: 'without the header' } as const

const appearsLater = async (scene: Scene): Promise<void> => {
  await scene.sandbox.changeSettings({ userAppearance: 'registration' })
  await filledIn(scene)
  await submit(scene)
  await scene.dialog.getByText('User is not found in keycloak.').waitFor()
}

/** Access is given where it can be; whatever becomes of it, the coupling goes on. */
const access: Row = {
  ...common,
  before: appearsLater,
  act: (scene) => scene.answer('Bevestigen'),
  told: {
    texts: after(noAccess),
    at: ({ dialog }) => dialog,
    again: (scene) => scene.answer('Sluiten'),
  },
}

export const boardingRows = {
  listSubscriptions: {
    ...common,
    typed,
    act: ({ page }) => page.reload(),
    told: {
      texts: after('De abonnementen konden niet worden geladen.'),
      at: ({ failure }) => failure,
      again: (scene) => scene.retry(),
    },
    end: async (scene) => {
      await scene.boarding.plan('Keten').getByRole('radio', { checked: true }).waitFor()
      await submit(scene)
      await atActivation(scene)
    },
  },
  createMerchant: {
    ...common,
    told: inDialog('Het account kon niet worden aangemaakt.'),
    // Only a fault says so: with that account there would be nobody to go on with.
    meanings: { '409': declined(accountExists) },
    question: {
      text: accountExists,
      when: 'it is there',
    },
  },
  findUsers: [
    {
      ...common,
      when: 'before the registration',
      told: inDialog("Oeps. you don't have the correct rights, pls contact Koppelpunt"),
    },
    { ...access, when: 'for access' },
  ],
  createRegistration: {
    ...common,
    told: inDialog(registering),
    question: { text: perhapsDone, when: 'nothing is found' },
  },
  createLocation: {
    ...common,
    told: inDialog(coupling),
    question: { text: perhapsDone, when: 'nothing is found' },
  },
  createUnconnectedKey: {
    ...common,
    told: inDialog(coupling),
    question: { text: perhapsDone, when: 'always', then: 'Koppelpunt gebruikt sleutel' },
  },
  addUserToAdministration: {
    ...access,
    sameWithout: 'the coupling goes on, and nothing is sent again',
  },
  listAdministrations: {
    ...lookUp,
    when: 'for a lost registration',
    before: afterLost('createRegistration'),
    told: inDialog(registering),
  },
  findRegistration: {
    ...lookUp,
    when: 'for a lost registration',
    before: afterLost('createRegistration'),
    told: inDialog(registering),
    meanings: { ...askedAtStatuses, 'other fields missing': recognised },
  },
  listLocations: [
    {
      ...lookUp,
      when: 'for a lost registration',
      before: afterLost('createRegistration'),
      told: inDialog(registering),
      meanings: askedAtStatuses,
      merged: { 'needed field missing': noLocations, 'other fields missing': noLocations },
    },
    {
      ...lookUp,
      when: 'for a lost location',
      before: afterLost('createLocation'),
      told: inDialog(coupling),
    },
  ],
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
    told: inDialog(),
    meanings: { '404': 'nothing', '409': 'nothing' },
    merged: {
      'needed field missing': noRecord,
      'other fields missing': noRecord,
    },
  },
} satisfies Rows
