import { fireEvent } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { runTaskAndRender, render } from '../../../test/component.ts'
import { Dropdown } from './Dropdown.tsx'

const hall = { id: 0, name: 'Markthal' }
const stall = { id: 1, name: 'Groentekraam' }
const shops = [hall, stall]

const dropdown = (props: Partial<Parameters<typeof Dropdown<typeof hall>>[0]> = {}) => (
  <Dropdown
    id="location"
    label="Locatie"
    options={shops}
    optionId={({ id }) => String(id)}
    optionLabel={({ name }) => name}
    optionNote={({ id }) => (id === 1 ? 'gekoppeld' : undefined)}
    chosen={null}
    onChoose={() => undefined}
    placeholder="connect:selectLocation"
    {...props}
  />
)

test.each([
  [
    'closed and required',
    { isRequired: true },
    '[aria-required] [lang=en] [placeholder=Select a Location] =',
  ],
  [
    'loading',
    { isLoading: true, placeholder: 'connect:loadingLocations' },
    '[aria-busy] [lang=en] [placeholder=Loading Locations...] =',
  ],
  [
    'disabled, in Dutch',
    { isDisabled: true, placeholder: 'connect:chooseAdministration' },
    '[disabled] [placeholder=Kies een administratie] =',
  ],
  [
    'wrong, with a choice',
    { chosen: hall, error: 'Kies iets' },
    '[aria-invalid] [placeholder=Select a Location] = Markthal (Kies iets)',
  ],
] as const)('presents a list that is %s', (_, props, expected) => {
  const [input, button, status] = render(dropdown(props)).lines()
  const state = '[aria-autocomplete=list] [aria-expanded=false] [autocomplete=off]'
  expect(input).toBe(`combobox "Locatie" ${state} ${expected}`)
  const isDisabled = 'isDisabled' in props ? ' [disabled]' : ''
  expect(button).toBe(`button "Open: Locatie" [aria-expanded=false] [tabindex=-1]${isDisabled}`)
  expect(status).toBe('status')
})

test('lists the options with their notes, and announces their number', () => {
  const onChoose = vi.fn()
  const view = render(dropdown({ onChoose }))
  const input = view.getByRole('combobox')
  runTaskAndRender(() => input.focus())
  runTaskAndRender(() => fireEvent.click(input))
  expect(view.lines()).toMatchSnapshot()
  runTaskAndRender(() => fireEvent.change(input, { target: { value: 'groente' } }))
  runTaskAndRender(() => fireEvent.keyDown(input, { key: 'Enter' }))
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(stall)
})

test.each([
  ['loads', { isLoading: true, options: [], placeholder: 'connect:loadingLocations' }],
  ['has no options', { options: [] }],
  [
    'shows only the first options',
    { options: Array.from({ length: 1001 }, (_, id) => ({ id, name: 'Kiosk' })) },
  ],
] as const)('says that an open list %s', (_, props) => {
  const view = render(dropdown(props))
  const input = view.getByRole('combobox')
  runTaskAndRender(() => input.focus())
  runTaskAndRender(() => fireEvent.click(input))
  const isOption = (line: string) => line.startsWith('  ')
  expect(view.lines().filter((line) => !isOption(line))).toMatchSnapshot()
})

test('shows the message about missing search results in English on a Dutch page', () => {
  const view = render(dropdown())
  const input = view.getByRole('combobox')
  runTaskAndRender(() => input.focus())
  runTaskAndRender(() => fireEvent.change(input, { target: { value: 'nergens' } }))
  expect(view.lines()).toMatchSnapshot()
})

test.each(['Escape', 'Tab'])('%s restores the chosen option and closes the list', (key) => {
  const onChoose = vi.fn()
  const view = render(dropdown({ chosen: hall, onChoose }))
  const input = view.getByRole<HTMLInputElement>('combobox')
  runTaskAndRender(() => input.focus())
  runTaskAndRender(() => fireEvent.change(input, { target: { value: 'groente' } }))
  view.getByRole('option', { name: /Groentekraam/ })
  runTaskAndRender(() => fireEvent.keyDown(input, { key }))
  if (key === 'Tab') runTaskAndRender(() => fireEvent.focusOut(input))
  expect(input.value).toBe('Markthal')
  expect(input.getAttribute('aria-expanded')).toBe('false')
  expect(onChoose).not.toHaveBeenCalled()
})

test('clearing the text lists all options without a highlighted option', () => {
  const view = render(dropdown())
  const input = view.getByRole('combobox')
  runTaskAndRender(() => input.focus())
  for (const [value, highlighted] of [
    ['groente', 'location-combobox-item-0'],
    ['', ''],
  ] as const) {
    runTaskAndRender(() => fireEvent.change(input, { target: { value } }))
    expect(input.getAttribute('aria-activedescendant') ?? '').toBe(highlighted)
  }
  expect(view.getAllByRole('option')).toHaveLength(2)
})
