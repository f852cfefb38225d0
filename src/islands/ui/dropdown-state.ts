import { useCombobox, type UseComboboxProps } from 'downshift'

const { InputBlur, InputChange, InputKeyDownEscape, InputClick } = useCombobox.stateChangeTypes

/**
 * Keeps a choice until another one is made: leaving the field or pressing Escape neither takes the
 * highlighted option nor clears the chosen one, but puts its text back. Typing highlights the first hit.
 */
export function keepChoice<Item>(
  labelOf: (item: Item | null) => string,
): NonNullable<UseComboboxProps<Item>['stateReducer']> {
  return (state, { type, changes }) => {
    switch (type) {
      case InputBlur:
      case InputKeyDownEscape:
        return {
          ...changes,
          selectedItem: state.selectedItem,
          inputValue: labelOf(state.selectedItem),
        }
      case InputChange:
        // Enter takes the first hit of a search.
        return { ...changes, highlightedIndex: changes.inputValue === '' ? -1 : 0 }
      case InputClick:
        return { ...changes, isOpen: true }
      default:
        return changes
    }
  }
}
