import { fireEvent } from '@testing-library/dom'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { runTaskAndRender, render } from '../../../test/component.ts'
import {
  ErrorsRevealedContext,
  RadioCards,
  syncTextFields,
  SelectField,
  SwitchField,
  TextField,
  type BoundField,
} from './fields.tsx'

const missing = [{ params: { key: 'validation:required' } }]

function bind<Value>(value: Value, errors: readonly unknown[] = [], isBlurred = true) {
  const state = { value, meta: { isBlurred, errors } }
  return { name: 'field', state, handleChange: vi.fn(), handleBlur: vi.fn() }
}

const plans = [
  { id: 11, name: 'Start' },
  { id: 12, name: 'Winkel' },
]
const options = plans.map(({ id, name: text }) => ({ id, text }))

const cards = (field: BoundField<(typeof plans)[number] | null>) => (
  <RadioCards
    field={field}
    label="Welk abonnement?"
    name="Abonnement"
    hint="Per winkel"
    options={plans}
    optionId={({ id }) => id}
    card={({ name }) => <strong>{name}</strong>}
  />
)

/** Attributes that password managers obey (§5). */
const ignored =
  '[data-1p-ignore=true] [data-bwignore=true] [data-lpignore=true] [data-form-type=other]'

test.each<[string, ReactNode, ...string[]]>([
  [
    'a required text field',
    <TextField field={bind('Winkelier')} label="Naam" isRequired autoComplete="name" />,
    'textbox "Naam" [autocomplete=name] [aria-required] = Winkelier',
  ],
  [
    'an optional text field with a hint',
    <TextField field={bind('')} label="KvK" hint="8 cijfers" isRequired={false} />,
    'textbox "KvK (niet verplicht)" = (8 cijfers)',
  ],
  [
    'a disabled text field with a hint and an error',
    <TextField field={bind('', missing)} label="Naam" hint="Van uw zaak" isRequired isDisabled />,
    'textbox "Naam" [disabled] [aria-required] [aria-invalid] = (Van uw zaak Naam is verplicht)',
  ],
  [
    'an e-mail field, which password managers ignore',
    <TextField field={bind('a@b.nl')} label="Email" type="email" />,
    `textbox "Email" ${ignored} [type=email] = a@b.nl`,
  ],
  [
    'a password field, which password managers ignore',
    <TextField field={bind('')} label="Wachtwoord" type="password" />,
    `"Wachtwoord" ${ignored} [type=password]`,
  ],
  [
    'a selected option',
    <SelectField field={bind(12)} label="Abonnement" options={options} isRequired />,
    'combobox "Abonnement" [aria-required] = Winkel',
    '  option "Start"',
    '  option "Winkel"',
  ],
  [
    'a selected option whose id is stored as text',
    <SelectField field={bind('12')} label="Abonnement" options={options} isRequired />,
    'combobox "Abonnement" [aria-required] = Winkel',
    '  option "Start"',
    '  option "Winkel"',
  ],
  [
    'an unknown option, which shows no selection',
    <SelectField field={bind(9, missing)} label="Sjabloon" options={[]} placeholder="Kies" />,
    'combobox "Sjabloon" [aria-invalid] = Kies (Sjabloon is verplicht)',
    '  option "Kies"',
  ],
  [
    'a disabled switch with a hint',
    <SwitchField field={bind(true)} label="Voorraad" hint="Alleen Snelstart 12" isDisabled />,
    'switch "Voorraad" [disabled] [checked] (Alleen Snelstart 12)',
  ],
  [
    'required radio cards without a choice (§2)',
    cards(bind(null, missing)),
    'radiogroup "Welk abonnement?" [aria-required] [aria-invalid] (Per winkel Abonnement is verplicht)',
    '  radio "Start" [required]',
    '  radio "Winkel" [required]',
  ],
  [
    'radio cards with a choice',
    cards(bind({ id: 12, name: 'Winkel' })),
    'radiogroup "Welk abonnement?" [aria-required] (Per winkel)',
    '  radio "Start" [required]',
    '  radio "Winkel" [required] [checked]',
  ],
])('presents %s', (_, field, ...lines) => {
  expect(render(field).lines()).toEqual(lines)
})

test('an untouched field shows an error only after the user has left the step', () => {
  const field = <TextField field={bind('', missing, false)} label="Naam" isRequired />
  const { show, lines } = render(field)
  expect(lines()).toEqual(['textbox "Naam" [aria-required] ='])
  show(<ErrorsRevealedContext value>{field}</ErrorsRevealedContext>)
  expect(lines()).toEqual(['textbox "Naam" [aria-required] [aria-invalid] = (Naam is verplicht)'])
})

test('a field offers values, normalises a typed value on blur and reads a value that a script has set', () => {
  const field = bind('')
  const offers = [{ code: 'BE', name: 'België' }]
  const tidy = (text: string) => text.replace('belgië', 'BE')
  const view = render(<TextField {...{ field, offers, tidy }} label="Land" />)
  const input = view.getByRole<HTMLInputElement>('combobox', { name: 'Land' })
  expect(
    view.container.querySelector(`datalist[id="${input.getAttribute('list')}"]`)?.innerHTML,
  ).toBe('<option value="BE">België</option>')
  input.value = 'belgië'
  runTaskAndRender(() => fireEvent.focusOut(input))
  expect(field.handleChange).toHaveBeenLastCalledWith('BE')
  expect(field.handleBlur).toHaveBeenCalledOnce()
  input.value = 'NL'
  runTaskAndRender(syncTextFields)
  expect(field.handleChange).toHaveBeenLastCalledWith('NL')
})

test('select, switch and radio fields pass the chosen option to their change handler', () => {
  const [select, toggle, radio] = [bind(null), bind(false), bind(null)]
  const view = render(
    <>
      <SelectField field={{ ...select, name: 'plan' }} label="Plan" options={options} />
      <SwitchField field={{ ...toggle, name: 'stock' }} label="Voorraad" />
      {cards(radio)}
    </>,
  )
  runTaskAndRender(() => fireEvent.change(view.getByRole('combobox'), { target: { value: '12' } }))
  runTaskAndRender(() => fireEvent.click(view.getByRole('switch')))
  runTaskAndRender(() => fireEvent.click(view.getByRole('radio', { name: 'Winkel' })))
  expect(select.handleChange).toHaveBeenLastCalledWith(12)
  expect(select.handleBlur).toHaveBeenCalledOnce()
  expect(toggle.handleChange).toHaveBeenLastCalledWith(true)
  expect(radio.handleChange).toHaveBeenLastCalledWith(plans[1])
})

test('Enter toggles a switch, and does not submit its form', () => {
  const field = bind(false)
  const view = render(<SwitchField field={field} label="Synchroniseren" />)
  expect(fireEvent.keyDown(view.getByRole('switch'), { key: 'Enter' })).toBe(false)
  expect(field.handleChange).toHaveBeenCalledWith(true)
})
