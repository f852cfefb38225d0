import { useState } from 'react'
import { RadioCards } from '../../src/islands/form/RadioCards.tsx'
import { Revealed } from '../../src/islands/form/field-error.ts'
import { SelectField } from '../../src/islands/form/SelectField.tsx'
import { SwitchField } from '../../src/islands/form/SwitchField.tsx'
import { TextField } from '../../src/islands/form/TextField.tsx'
import { unruledField } from '../../src/islands/wizard/form.ts'
import type { FurtherProblem } from '../../src/stores/form/steps.ts'

const problemOf = (field: string): FurtherProblem => ({
  field,
  label: 'wizard:ledgerNumber',
  message: { key: 'wizard:stillMissing', parameters: { field } },
})

const options = [
  { id: 1, text: 'The first' },
  { id: 2, text: 'The second' },
]

type Option = (typeof options)[number]

/** The controls of a form: empty, filled in, with help, wrong, and not to be changed. */
export function Fields() {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<string | number | null>(null)
  const [isOn, setOn] = useState(true)
  const [card, setCard] = useState<Option | null>(options[0] ?? null)
  const textField = (name: string) => unruledField(name, text, setText)
  const selectField = (name: string) => unruledField(name, chosen, setChosen)

  return (
    <Revealed value={true}>
      <div className="gallery-grid">
        <TextField field={textField('text')} label="Text" placeholder="An example" />
        <TextField field={textField('text-help')} label="With help" hint="What it is for." />
        <TextField
          field={unruledField('text-error', text, setText, problemOf('Text'))}
          label="Wrong"
        />
        <TextField
          field={unruledField<string>('text-disabled', 'Filled in', setText)}
          label="Not to be changed"
          isDisabled
        />
        <SelectField
          field={selectField('select')}
          label="Choice"
          options={options}
          placeholder="Choose one"
        />
        <SelectField
          field={unruledField('select-error', chosen, setChosen, problemOf('Choice'))}
          label="Wrong choice"
          options={options}
          placeholder="Choose one"
        />
        <SwitchField field={unruledField('switch', isOn, setOn)} label="Switch" />
        <SwitchField
          field={unruledField<boolean>('switch-disabled', false, setOn)}
          label="Switch that cannot be used"
          hint="Why that is so."
          isDisabled
        />
      </div>
      <RadioCards
        field={unruledField('cards', card, setCard)}
        label="Cards"
        name="Card"
        hint="One of them."
        options={options}
        optionId={({ id }) => id}
        card={(option) => option.text}
      />
      <RadioCards
        field={unruledField<Option | null>('cards-error', null, setCard, problemOf('Card'))}
        label="Cards, none chosen"
        name="Card"
        options={options}
        optionId={({ id }) => id}
        card={(option) => option.text}
      />
    </Revealed>
  )
}
