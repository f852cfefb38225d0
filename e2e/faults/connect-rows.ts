import { expect } from '@playwright/test'
import { Activation } from '../pages/activation.ts'
import { inDialog, inPage, type Row, type Scene, type Typed } from './scene.ts'

const typed = ({ connect }: Scene): readonly Typed[] => [
  [connect.administration, 'Oefenwinkel Noord (NL)'],
  [connect.location, 'Winkel Noord'],
]

async function opened(scene: Scene): Promise<void> {
  await scene.open('/connect')
  await scene.connect.choose('Oefenwinkel Noord (NL)', 'Winkel Noord')
  await expect(scene.page.getByRole('definition')).toHaveText(['1001', '2001'])
}

const atActivation = ({ page }: Scene) => new Activation(page).button('Activeren').waitFor()
const submit = ({ connect }: Scene) => connect.submit.click()

async function submitted(scene: Scene): Promise<void> {
  await submit(scene)
  await atActivation(scene)
}

const sent: Row = {
  typed,
  before: opened,
  act: submit,
  told: inDialog(submit, 'Oeps. something went wrong during creating location inside Koppelpunt.'),
  end: atActivation,
}

export const connectRows = {
  listLocations: {
    typed,
    before: opened,
    act: ({ page }) => page.reload(),
    // Which list it is stands there, and no more.
    told: { ...inPage('De locaties konden niet worden geladen.'), hasNoReason: true },
    end: submitted,
  },
  getCompanySettings: {
    before: async (scene) => {
      await scene.open('/connect')
      await scene.connect.choose('Oefenkaashandel Gekoppeld (NL)', 'Kaashandel')
      await scene.shows('Deze locatie is al gekoppeld')
    },
    act: ({ page }) => page.reload(),
    typed: ({ connect }) => [
      [connect.administration, 'Oefenkaashandel Gekoppeld (NL)'],
      [connect.location, 'Kaashandel'],
    ],
    hidesForm: true,
    // What cannot be looked up is no reason to stop: the accounting package refuses what cannot be.
    told: null,
    end: submitted,
  },
  createUnconnectedKey: [
    { ...sent, fault: '403' },
    {
      ...sent,
      fault: 'timeout',
      question: {
        text: 'Het is niet zeker of de vorige poging een sleutel heeft aangemaakt.',
        answer: 'Bevestigen',
        then: 'Koppelpunt gebruikt sleutel',
      },
    },
  ],
} satisfies Record<string, Row | readonly Row[]>
