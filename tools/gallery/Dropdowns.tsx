import { useState } from 'react'
import { Dropdown } from '../../src/islands/ui/Dropdown.tsx'

const options = Array.from({ length: 1200 }, (_, index) => `Option ${index + 1}`)
const placeholder = { key: 'connect:selectLocation' } as const

/** The list to search, in each of its states. */
export function Dropdowns() {
  const [chosen, setChosen] = useState<string | null>(null)
  const always = {
    optionId: (option: string) => option,
    optionLabel: (option: string) => option,
    onChoose: setChosen,
    placeholder,
  }
  return (
    <div className="gallery-grid">
      <Dropdown {...always} id="many" label="Many" options={options} chosen={chosen} />
      <Dropdown {...always} id="chosen" label="Chosen" options={options} chosen="Option 2" />
      <Dropdown {...always} id="loading" label="Loading" options={[]} chosen={null} isLoading />
      <Dropdown {...always} id="disabled" label="Disabled" options={[]} chosen={null} isDisabled />
      <Dropdown
        {...always}
        id="wrong"
        label="Wrong"
        options={options}
        chosen={null}
        error="Something has to be chosen."
      />
    </div>
  )
}
