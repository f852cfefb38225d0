import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { Steps } from '../../../stores/form/steps.ts'
import { getSignedInPortal } from '../../../stores/shell/portal.ts'
import { notifyFailure } from '../../../stores/shell/screen-store.ts'
import { moveLostFocus } from '../../ui/Button.tsx'
import { syncTextFields } from '../fields.tsx'

/** Element ids of a step, distinct from the field ids. */
export const stepPanelId = (step: string) => `step-panel-${step}`
export const stepHeadingId = (step: string) => `step-heading-${step}`
export const stepPositionId = 'step-position'

/**
 * Focuses the heading of a step, which scrolls it into view.
 *
 * @param beginsAtField true to focus the first field or its selected radio card instead, unless the step
 * starts with loading or failed content
 */
export function enterStep(step: string, beginsAtField: boolean): void {
  document.getElementById(stepHeadingId(step))?.focus()
  const panel = beginsAtField ? document.getElementById(stepPanelId(step)) : null
  const first = panel?.querySelector<HTMLElement>('input, select, .loading, [role="alert"]')
  const name = first?.getAttribute('name')
  const field = name && (panel?.querySelector<HTMLElement>(`[name="${name}"]:checked`) ?? first)
  if (!field) return
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'nearest' })
}

const isPlainTab = (event: KeyboardEvent) =>
  event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey

const tellHookFailure = (error: unknown) => void notifyFailure(getSignedInPortal(), null, error)

/** Moves between steps and focuses the new step. */
export function useStepMoves<Name extends string>(steps: Steps<Name>, beginsAtField: boolean) {
  const active = useStore(steps.$active)
  const shown = useRef(active)
  /** Step that the user opened with Tab. */
  const arrivedByTab = useRef<Name | null>(null)
  /** Button on which the user pressed Tab. */
  const departure = useRef<HTMLElement>(null)
  const arrival = useRef<Element | null>(null)
  const isReturning = useRef(false)
  /** True after Tab failed to open a step, to avoid a keyboard trap. */
  const wasRefused = useRef(false)

  // Listens before the user can press the browser's back button.
  useLayoutEffect(() => steps.followAddress(tellHookFailure), [steps])
  useEffect(() => {
    if (shown.current === active) return
    shown.current = active
    wasRefused.current = false
    // The error summary takes the focus after a blocked submit.
    if (steps.$blockedMove.get() !== null) return
    if (isReturning.current) departure.current?.focus()
    else {
      enterStep(active, beginsAtField)
      arrival.current = document.activeElement
    }
    isReturning.current = false
  }, [active, steps, beginsAtField])

  async function attempt<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
    const focused = document.activeElement
    arrivedByTab.current = null
    syncTextFields()
    try {
      return await task()
    } catch (error) {
      tellHookFailure(error)
      return undefined
    } finally {
      // Waits until the control is no longer disabled.
      moveLostFocus(focused)
    }
  }

  async function tabToNext(): Promise<void> {
    arrivedByTab.current = (await attempt(steps.next)) ?? null
    wasRefused.current = arrivedByTab.current === null
  }

  async function tabBack(): Promise<void> {
    isReturning.current = true
    if (!(await attempt(steps.back))) isReturning.current = false
  }

  return {
    attempt,
    onInput: () => {
      wasRefused.current = false
      syncTextFields()
    },
    /** Opens the next step on Tab from the submit button (§2). */
    onKeyDown: (event: KeyboardEvent) => {
      const { target } = event
      if (!isPlainTab(event) || event.shiftKey || wasRefused.current) return
      if (!(target instanceof HTMLButtonElement && target.type === 'submit')) return
      event.preventDefault()
      departure.current = target
      void tabToNext()
    },
    onPanelKeyDown: (event: KeyboardEvent) => {
      if (event.target !== arrival.current || arrivedByTab.current !== active) return
      if (!isPlainTab(event) || !event.shiftKey) return
      event.preventDefault()
      void tabBack()
    },
  }
}
