import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, type KeyboardEvent } from 'react'
import type { Steps } from '../../../stores/form/steps.ts'
import { signedInPortal } from '../../../stores/shell/portal.ts'
import { tellFailure } from '../../../stores/shell/screen-store.ts'
import { readFields } from '../fields.tsx'

/** Element ids of a step's parts; a field's id is its name, which never starts so. */
export const tabId = (step: string) => `step-tab-${step}`
export const panelId = (step: string) => `step-panel-${step}`
export const headingId = (step: string) => `step-heading-${step}`
export const positionId = 'step-position'
export const stepListId = 'step-list'

/**
 * Puts the focus on the heading of a step, and so brings it in sight.
 *
 * @param beginsAtField it goes on to the first field, or to the card that is chosen, where one is not still
 *   loading or failed
 */
export function enterStep(step: string, beginsAtField: boolean): void {
  document.getElementById(headingId(step))?.focus()
  const panel = beginsAtField ? document.getElementById(panelId(step)) : null
  const first = panel?.querySelector<HTMLElement>('input, select, .loading, [role="alert"]')
  const name = first?.getAttribute('name')
  const field = name && (panel?.querySelector<HTMLElement>(`[name="${name}"]:checked`) ?? first)
  if (!field) return
  field.focus({ preventScroll: true })
  field.scrollIntoView({ block: 'nearest' })
}

const isPlainTab = (event: KeyboardEvent) =>
  event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey

/** Tells what a hook before a change of step threw. */
const tellHook = (error: unknown) => void tellFailure(signedInPortal(), null, error)

/**
 * Moves between steps, and takes the focus along: to the step that appears, and back to where it was
 * when a hook refuses.
 *
 * @param beginsAtField the focus goes on to the first field; the step's name is then that of its group
 */
export function useStepMoves<Name extends string>(steps: Steps<Name>, beginsAtField: boolean) {
  const active = useStore(steps.$active)
  const shown = useRef(active)
  const nextButton = useRef<HTMLButtonElement>(null)
  /** The step to which Tab on a next button led. Shift+Tab from where the focus went leads back. */
  const arrivedByTab = useRef<Name | null>(null)
  const arrival = useRef<Element | null>(null)
  const isReturning = useRef(false)
  /** Where a next button refused the move, a second Tab leaves it, so that the keyboard is not trapped. */
  const wasRefused = useRef(false)

  // In time for whoever goes back at the first sight of the form.
  useLayoutEffect(() => steps.followAddress(tellHook), [steps])
  useEffect(() => {
    if (shown.current === active) return
    shown.current = active
    wasRefused.current = false
    // The error summary takes the focus where there is one.
    if (steps.$blockedMove.get() !== null) return
    if (isReturning.current) nextButton.current?.focus()
    else {
      enterStep(active, beginsAtField)
      arrival.current = document.activeElement
    }
    isReturning.current = false
  }, [active, steps, beginsAtField])

  async function attempt<Result>(task: () => Promise<Result>): Promise<Result | undefined> {
    const focused = document.activeElement
    arrivedByTab.current = null
    readFields()
    try {
      return await task()
    } catch (error) {
      tellHook(error)
      return undefined
    } finally {
      // While a hook runs, controls are disabled and lose the focus; at the next paint they are enabled.
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body
        if (isLost && focused instanceof HTMLElement) focused.focus()
      })
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
    nextButton,
    attempt,
    /** Something was filled in: a blocked move may be free again. */
    onInput: () => {
      wasRefused.current = false
      readFields()
    },
    onNextKeyDown: (event: KeyboardEvent) => {
      if (!isPlainTab(event) || event.shiftKey || wasRefused.current) return
      event.preventDefault()
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
