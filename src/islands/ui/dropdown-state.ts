import { useCombobox, type UseComboboxState, type UseComboboxStateChangeOptions } from 'downshift'

const { InputBlur, InputKeyDownEscape, InputClick } = useCombobox.stateChangeTypes

/**
 * Keeps a choice until another one is made: leaving the field or pressing Escape neither takes the
 * highlighted option nor clears the chosen one, but puts its text back.
 */
export function keepChoice<Item extends { label: string }>(
  state: UseComboboxState<Item>,
  { type, changes }: UseComboboxStateChangeOptions<Item>,
): Partial<UseComboboxState<Item>> {
  switch (type) {
    case InputBlur:
    case InputKeyDownEscape:
      return {
        ...changes,
        selectedItem: state.selectedItem,
        inputValue: state.selectedItem?.label ?? '',
      }
    case InputClick:
      return { ...changes, isOpen: true }
    default:
      return changes
  }
}
