import { fireEvent } from '@testing-library/dom'
import { atom } from 'nanostores'
import { expect, test, vi, type Mock } from 'vitest'
import { runTaskAndRender, render } from '../../../../test/component.ts'
import { sampleConfiguration } from '../../../../test/configuration.ts'
import { createTestPortal } from '../../../../test/portal.ts'
import { createSteps, type StepProblems } from '../../../stores/form/steps.ts'
import { setCurrentPortal } from '../../../stores/shell/portal.ts'
import { Steps } from './Steps.tsx'

const descriptions = [
  { name: 'one', label: 'wizard:stepSnelstart', fields: {} },
  { name: 'two', label: 'wizard:stepStock', fields: {} },
  { name: 'end', label: 'wizard:stepSummary', fields: {} },
] as const
type Name = (typeof descriptions)[number]['name']

const message = { key: 'validation:required' } as const
const missingName = { field: 'one', label: 'boarding:fullName', message } as const

/** Renders a form of three steps with one field each. */
function renderSteps(
  options: Partial<Parameters<typeof createSteps<Name>>[0]> = {},
  props: Partial<Parameters<typeof Steps<Name>>[0]> = {},
) {
  const portal = createTestPortal({ configuration: sampleConfiguration })
  setCurrentPortal(portal)
  const $problems = atom<StepProblems<Name> | null>({})
  const steps = createSteps<Name>({ ...portal, descriptions, $problems, ...options })
  const onSubmit: Mock = vi.fn()
  const panelOf = (step: Name) => <input id={step} name={step} aria-label={step} />
  const content = (more: typeof props) => (
    <Steps {...{ steps, panelOf, onSubmit }} submit="boarding:submit" {...props} {...more} />
  )
  const view = render(content({}))
  const press = async (name: string) => {
    const button = view.getByRole('button', { name })
    button.focus()
    runTaskAndRender(() => fireEvent.click(button))
    await expect.poll(() => steps.$isMoving.get()).toBe(false)
  }
  return {
    ...view,
    portal,
    steps,
    onSubmit,
    press,
    update: (more: typeof props) => view.show(content(more)),
  }
}

const incomplete = {
  $problems: atom({ one: [missingName, missingName] }),
  $skipped: atom({ two: 'wizard:idleStock' } as const),
}

test('tabs name the current step, the skipped step and the number of errors', async () => {
  const { lines, press, container } = renderSteps(incomplete)
  await press('Volgende')
  expect(lines()).toMatchSnapshot()
  expect(container.querySelector('#step-panel-one')).toHaveProperty('inert', true)
})

test.each([
  ['one', 'End', 'Samenvatting'],
  ['one', 'ArrowUp', 'Samenvatting'],
  ['one', 'ArrowRight', 'Voorraad'],
  ['two', 'ArrowLeft', 'SnelStart'],
  ['end', 'Home', 'SnelStart'],
  ['end', 'ArrowDown', 'SnelStart'],
] as const)('from the tab %s, the key %s moves the focus to the tab %s', async (from, key, to) => {
  const { steps, lines, ...view } = renderSteps()
  await steps.goTo(from)
  const tab = view.getByRole('tab', { selected: true })
  tab.focus()
  const before = lines()
  runTaskAndRender(() => fireEvent.keyDown(tab, { key }))
  expect(document.activeElement?.textContent).toContain(to)
  expect(lines()).toEqual(before)
})

test('the numbered list of steps names the current step and is disabled while the form is being sent', async () => {
  const view = renderSteps(
    { ...incomplete, $problems: atom({ one: [missingName] }) },
    { tabStyle: 'progress' },
  )
  await view.steps.goTo('end')
  view.update({ isSending: true })
  const lines = view.lines()
  expect(lines[0]).toBe('form')
  expect(lines.slice(3, 10)).toEqual([
    '  navigation "Stappen"',
    '    listitem',
    '      button "SnelStart 1 fout" [aria-disabled]',
    '    listitem',
    '      button "Voorraad niet van toepassing: alleen met Snelstart 12" [aria-disabled] (niet van toepassing: alleen met Snelstart 12)',
    '    listitem',
    '      button "Samenvatting ingevuld" [aria-current=step] [aria-disabled]',
  ])
  expect(lines).toContain('      Bij SnelStart is 1 veld nog niet in orde.')
  expect(lines).toContain('  group [disabled]')
  expect(lines.at(-1)).toBe('  button "Versturen" [type=submit]')
  view.update({ isBusy: true, isSending: false })
  expect(view.lines()[0]).toBe('form [aria-busy]')
  expect(view.lines().at(-2)).toBe('  button "Terug" [data-kind=secondary] [aria-disabled]')
  expect(view.lines().at(-1)).toBe(
    '  button "Aan het laden..." [type=submit] [aria-disabled] [aria-busy]',
  )
})

test('the error summary takes the focus at every failed submit and links to the field', async () => {
  const view = renderSteps({
    ...incomplete,
    $problems: atom({ end: [{ ...missingName, field: 'end' }] }),
  })
  await view.press('Volgende')
  for (const message of ['first', 'second']) {
    await view.press('Versturen')
    const summary = view.getByRole('group', {
      name: 'Sorry, niet alle velden zijn correct ingevuld.',
    })
    await expect.poll(() => document.activeElement === summary, { message }).toBe(true)
  }
  expect(document.title).toBe('Fout: Samenvatting – Koppelpunt')
  runTaskAndRender(() => fireEvent.click(view.getByRole('link', { name: 'Naam is verplicht' })))
  expect(document.activeElement?.id).toBe('end')
  expect(view.onSubmit).not.toHaveBeenCalled()
})

test('a hook that refuses a move returns the focus to the pressed button', async () => {
  const view = renderSteps({
    beforeStepChange: () => {
      // Browsers remove the focus from a button that is disabled while the hook runs.
      ;(document.activeElement as HTMLElement).blur()
      return false
    },
  })
  await view.press('Volgende')
  expect(view.steps.$active.get()).toBe('one')
  await expect
    .poll(() => document.activeElement === view.getByRole('button', { name: 'Volgende' }))
    .toBe(true)
})

test('returns the focus to the submitting field after an unsuccessful submit', async () => {
  const submitted = Promise.withResolvers<undefined>()
  const view = renderSteps({}, { onSubmit: () => submitted.promise })
  await view.steps.goTo('end')
  const field = view.getByRole('textbox')
  field.focus()
  runTaskAndRender(() => fireEvent.submit(field))
  await new Promise((resolve) => setTimeout(resolve, 100))
  // Browsers remove the focus from a field that is disabled during the submit.
  field.blur()
  submitted.resolve(undefined)
  await expect.poll(() => document.activeElement?.id).toBe('end')
})

test('a second click of a double click does not press the button of the next step', async () => {
  const view = renderSteps()
  await view.press('Volgende')
  await view.press('Volgende')
  const submit = view.getByRole('button', { name: 'Versturen' })
  runTaskAndRender(() => fireEvent.click(submit, { detail: 2 }))
  runTaskAndRender(() => fireEvent.click(submit, { detail: 1 }))
  await expect.poll(() => view.onSubmit).toHaveBeenCalled()
  expect(view.onSubmit).toHaveBeenCalledOnce()
})

/** Presses Tab. Returns false if the form prevents the browser from moving the focus. */
function pressTab(keys: object = {}): boolean {
  let isDefault = true
  const target = document.activeElement ?? document.body
  runTaskAndRender(() => (isDefault = fireEvent.keyDown(target, { key: 'Tab', ...keys })))
  return isDefault
}

test('Tab on the next button opens the next step, and Shift+Tab returns to the button', async () => {
  const { steps, ...view } = renderSteps({}, { tabStyle: 'progress' })
  view.getByRole('textbox').focus()
  expect(pressTab()).toBe(true)
  view.getByRole('button', { name: 'Volgende' }).focus()
  for (const key of ['ctrlKey', 'altKey', 'metaKey', 'shiftKey'])
    expect(pressTab({ [key]: true }), key).toBe(true)
  expect(pressTab()).toBe(false)
  await expect.poll(() => document.activeElement?.id).toBe('two')
  expect(pressTab()).toBe(true)
  expect(pressTab({ shiftKey: true })).toBe(false)
  await expect
    .poll(() => document.activeElement)
    .toBe(view.getByRole('button', { name: 'Volgende' }))
  expect(steps.$active.get()).toBe('one')
})

test('Tab on the button of the last step leaves the form', async () => {
  const { steps, ...view } = renderSteps()
  await steps.goTo('end')
  view.getByRole('button', { name: 'Versturen' }).focus()
  expect(pressTab()).toBe(true)
})

test('after a refused step change, Tab moves the focus away until the user changes a field', async () => {
  const { steps, ...view } = renderSteps({ beforeStepChange: () => false })
  const pressTabOnNext = () => {
    view.getByRole('button', { name: 'Volgende' }).focus()
    return pressTab()
  }
  expect(pressTabOnNext()).toBe(false)
  await expect.poll(() => steps.$isMoving.get()).toBe(false)
  await expect.poll(pressTabOnNext).toBe(true)
  runTaskAndRender(() => fireEvent.input(view.getByRole('textbox')))
  expect(pressTabOnNext()).toBe(false)
})

test('shows a failure of a hook and stays on the step', async () => {
  const { steps, press, portal } = renderSteps({
    beforeStepChange: () => Promise.reject(new Error('broken')),
  })
  await press('Volgende')
  await expect.poll(() => portal.dialogs.$dialog.get()?.message.key).toBe('failure:unexpected')
  expect(steps.$active.get()).toBe('one')
})

test('links and buttons return to an earlier step, and the list of steps can be unfolded', async () => {
  const { steps, press, lines, update, onSubmit, ...view } = renderSteps(incomplete)
  await steps.goTo('end')
  await press('Terug naar SnelStart')
  expect(steps.$active.get()).toBe('one')
  expect(document.activeElement?.textContent).toBe('SnelStart')
  expect(document.title).toBe('SnelStart – Koppelpunt')
  await press('Alle stappen')
  view.getByRole('button', { name: 'Alle stappen', expanded: true })
  runTaskAndRender(() => fireEvent.click(view.getByRole('tab', { selected: true })))
  view.getByRole('button', { name: 'Alle stappen', expanded: false })
  runTaskAndRender(() => fireEvent.click(view.getByRole('tab', { name: /^Voorraad/ })))
  await expect.poll(() => document.activeElement?.textContent).toBe('Voorraad')
  await press('Terug')
  expect(steps.$active.get()).toBe('one')
  update({ isSending: true })
  await press('Aan het laden...')
  expect(onSubmit).not.toHaveBeenCalled()
  update({
    isSending: false,
    wayBack: { label: 'form:submit', step: 'end' },
    ownButtons: 'primary',
  })
  expect(lines().at(-1)).toBe('  button "Voltooien" [type=submit] [data-kind=secondary]')
  await press('Voltooien')
  expect(steps.$active.get()).toBe('end')
  update({ isSending: true })
  await press('Terug')
  expect(steps.$active.get()).toBe('end')
  await press('Versturen')
  expect(onSubmit).toHaveBeenCalledOnce()
})
