import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { rememberedOf, type Owner } from '../../lib/remembered.ts'

/** Where a submit ends: at the approval itself, or at the page that has its link for somebody else. */
export const endings = ['approval', 'handOver'] as const
export type Ending = (typeof endings)[number]

export type EndingChoice = ReturnType<typeof createEnding>

/** Who approves: as somebody chose it last in this browser, until it is chosen otherwise. */
export function createEnding(owner: Owner) {
  const $ending = atom<Ending>('approval')
  const remembered = rememberedOf(owner, 'ending', z.enum(endings))
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
