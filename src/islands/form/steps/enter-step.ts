import { headingId, panelId } from './step-ids.ts'

/**
 * Puts the focus on the heading of a step, and so brings it in sight.
 *
 * @param beginsAtField it goes on to the first field, or to the card that is chosen, where there is one
 */
export function enterStep(step: string, beginsAtField: boolean): void {
  document.getElementById(headingId(step))?.focus()
  const panel = beginsAtField ? document.getElementById(panelId(step)) : null
  const field =
    panel?.querySelector<HTMLElement>('[type=radio]:checked') ??
    panel?.querySelector<HTMLElement>('input, select')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'nearest' })
}
