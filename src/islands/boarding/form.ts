import type { BoardingValues } from '../../lib/domain/boarding-values.ts'
import { boardingRules } from '../../lib/validation/boarding.ts'
import type { BoardingScreen } from '../../stores/boarding/boarding.ts'
import { useKeptForm, type KeptForm } from '../form/kept-form.ts'

export type BoardingForm = KeptForm<BoardingValues>

/** The boarding form: its values, kept as they are typed, and its rules. */
export function useBoardingForm({ initial, isPolaris, keep }: BoardingScreen): BoardingForm {
  return useKeptForm({ initial, rules: boardingRules(isPolaris), keep })
}
