import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { rememberedForUser, type Owner } from '../../lib/remembered.ts'

/** Ways to end a submit: approve directly, or show an approval link for somebody else. */
export const endings = ['approval', 'handOver'] as const
export type Ending = (typeof endings)[number]

export type EndingChoice = ReturnType<typeof createEndingChoice>

/** Creates the choice of who approves. Defaults to the user's last choice in this browser. */
export function createEndingChoice(owner: Owner) {
  const $ending = atom<Ending>('approval')
  const remembered = rememberedForUser(owner, 'ending', z.enum(endings))
  let isChosen = false
  void remembered.then(({ read }) => {
    const last = read()
    if (last && !isChosen) $ending.set(last)
  })
  return {
    $ending,
    choose: async (ending: Ending): Promise<void> => {
      isChosen = true
      $ending.set(ending)
      const { keep } = await remembered
      keep(ending)
    },
  }
}
