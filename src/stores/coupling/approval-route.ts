import { atom } from 'nanostores'
import * as z from 'zod/mini'
import { accessUserValue, type Owner } from '../../lib/remembered.ts'

/** Approval by the user, or by somebody else with a link. */
export const approvalRoutes = ['approval', 'handOver'] as const
export type ApprovalRoute = (typeof approvalRoutes)[number]

export type ApprovalRouteChoice = ReturnType<typeof createApprovalRouteChoice>

/** Creates the store for who approves, preset to the user's last choice. */
export function createApprovalRouteChoice(owner: Owner) {
  const $approvalRoute = atom<ApprovalRoute>('approval')
  const remembered = accessUserValue(owner, 'approver', z.enum(approvalRoutes))
  let isChosen = false
  void remembered.then(({ read }) => {
    const last = read()
    if (last && !isChosen) $approvalRoute.set(last)
  })
  return {
    $approvalRoute,
    choose: async (approvalRoute: ApprovalRoute): Promise<void> => {
      isChosen = true
      $approvalRoute.set(approvalRoute)
      const { keep } = await remembered
      keep(approvalRoute)
    },
  }
}
