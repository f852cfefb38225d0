import { useCombobox } from 'downshift'
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { apartIn, rowsInSight, scrollTo, searchOf } from '../../lib/domain/options.ts'
import { foreignLanguage, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { dropdownMaxHeight, dropdownOptionHeight, dropdownOptionLimit } from '../../lib/limits.ts'
import { ariaOf, Labelled } from './FieldTexts.tsx'
import { Text } from './Text.tsx'

const { InputBlur, InputChange, InputKeyDownEscape, InputClick, ItemMouseMove } =
  useCombobox.stateChangeTypes

const heights = { row: dropdownOptionHeight, view: dropdownMaxHeight }

interface Props<Option> {
  id: string
  label: string
  options: readonly Option[]
  optionId: (option: Option) => string
  optionLabel: (option: Option) => string
  /** What the list says behind an option's label; the text field does not. */
  optionNote?: (option: Option) => string | undefined
  chosen: Option | null
  onChoose: (option: Option) => void
  placeholder: MessageKey
  isLoading?: boolean
  isDisabled?: boolean
  /** Said beside the label, whichever it is; not said where it is left out. */
  isRequired?: boolean
  error?: string | undefined
}

/** A list to search and choose one option from (§2, §9); only the rows in sight exist. */
export function Dropdown<Option>(props: Props<Option>) {
  const { id, label, options, optionId, optionLabel, optionNote, chosen, onChoose, placeholder } =
    props
  const { isDisabled = false, isRequired, error } = props
  const [query, setQuery] = useState('')
  const [scrolled, setScrolled] = useState(0)
  // The rows are rendered when the field gets the focus: opening the list then only shows them.
  const [isReached, setReached] = useState(false)
  // With ten thousand options, reading the answer and preparing the search both take long. Deferring
  // makes them two tasks.
  const ready = useDeferredValue(options)
  const isLoading = props.isLoading === true || ready !== options
  const nameOf = useMemo(
    () => apartIn(ready, optionLabel, optionId),
    [ready, optionLabel, optionId],
  )
  const search = useMemo(() => searchOf(ready, nameOf), [ready, nameOf])
  const { shown, total } = useMemo(() => search(query, dropdownOptionLimit), [search, query])
  const chosenId = chosen === null ? null : optionId(chosen)
  const labelOf = (option: Option | null) => (option === null ? '' : nameOf(option))

  const rows = rowsInSight(scrolled, shown.length, heights)

  const menuId = `${id}-menu`
  const combobox = useCombobox({
    id: `${id}-combobox`,
    inputId: id,
    menuId,
    items: shown,
    itemToString: labelOf,
    itemToKey: (option) => option && optionId(option),
    selectedItem: chosen,
    // A choice stays until another one is made: leaving the field or pressing Escape neither takes the
    // highlighted option nor clears the chosen one, but puts its text back.
    stateReducer: ({ selectedItem }, { type, changes }) => {
      switch (type) {
        case InputBlur:
        case InputKeyDownEscape:
          return { ...changes, selectedItem, inputValue: labelOf(selectedItem) }
        case InputChange:
          // Enter takes the first hit of a search.
          return { ...changes, highlightedIndex: changes.inputValue === '' ? -1 : 0 }
        case InputClick:
          return { ...changes, isOpen: true }
        default:
          return changes
      }
    },
    scrollIntoView: () => undefined,
    onInputValueChange: ({ type }) => {
      if (type !== InputChange) setQuery('')
    },
    onHighlightedIndexChange: ({ highlightedIndex, type }) => {
      // By its id: the library passes a new ref for it with each render.
      const list = document.getElementById(menuId)
      if (!list || highlightedIndex < 0 || type === ItemMouseMove) return
      list.scrollTo({ top: scrollTo(highlightedIndex, list.scrollTop, heights) })
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onChoose(selectedItem)
    },
  })
  const { isOpen, highlightedIndex } = combobox
  useEffect(() => {
    if (!isOpen) return
    // The field comes last: where there is no room for both, it is what is typed in.
    for (const part of [`${id}-panel`, id])
      document.getElementById(part)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, shown.length])
  const emptyText: Message = { key: query === '' ? 'dropdown:empty' : 'dropdown:noneFound' }
  const isEmpty = shown.length === 0 && !isLoading
  const cut: Message | false = total > shown.length && {
    key: 'dropdown:cut',
    parameters: { limit: String(shown.length), total: String(total) },
  }
  const count: Message = { key: 'dropdown:count', parameters: { total: String(total) } }
  const note = isLoading ? { key: placeholder } : (isEmpty && emptyText) || cut
  const hasRows = isOpen || isReached

  return (
    <Labelled {...{ id, label, error, isRequired }}>
      <div className="dropdown">
        <div className="dropdown-control">
          <input
            {...combobox.getInputProps({
              disabled: isDisabled,
              // The library's own callback comes after it has rendered the previous list once more.
              onChange: ({ currentTarget }) => setQuery(currentTarget.value),
              onFocus: () => startTransition(() => setReached(true)),
              onBlur: () => setReached(false),
              ...ariaOf(id, { error }, isRequired),
              'aria-labelledby': undefined,
              'aria-busy': isLoading,
              ...(shown.length === 0 && { 'aria-activedescendant': '' }),
            })}
            autoComplete="off"
            spellCheck={false}
            lang={chosen === null ? foreignLanguage(placeholder) : undefined}
            placeholder={translate(placeholder)}
          />
          <button
            type="button"
            {...combobox.getToggleButtonProps({ disabled: isDisabled })}
            aria-label={`${translate('dropdown:open')}: ${label}`}
          >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d="m5 8 5 5 5-5" fill="none" stroke="currentColor" strokeWidth="2" />
            </svg>
          </button>
        </div>
        <div
          id={`${id}-panel`}
          className="dropdown-panel"
          hidden={!hasRows}
          style={{ visibility: isOpen ? undefined : 'hidden' }}
        >
          <ul
            {...combobox.getMenuProps({ hidden: shown.length === 0, 'aria-label': label })}
            style={{ maxHeight: dropdownMaxHeight }}
            onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
          >
            {hasRows && (
              <li
                role="presentation"
                aria-hidden="true"
                style={{ height: shown.length * dropdownOptionHeight }}
              />
            )}
            {hasRows &&
              shown.slice(rows.first, rows.end).map((option, position) => {
                const index = rows.first + position
                const key = optionId(option)
                const note = optionNote?.(option)
                return (
                  <li
                    // Another search reuses the same rows, which is half the work.
                    key={index}
                    {...combobox.getItemProps({
                      item: option,
                      index,
                      'aria-setsize': shown.length,
                      'aria-posinset': index + 1,
                      'aria-selected': key === chosenId,
                    })}
                    data-highlighted={index === highlightedIndex || undefined}
                    style={{
                      height: dropdownOptionHeight,
                      transform: `translateY(${index * dropdownOptionHeight}px)`,
                    }}
                  >
                    <span translate="no">{nameOf(option)}</span>
                    {note !== undefined && (
                      <span className="dropdown-option-note">{` ${note}`}</span>
                    )}
                  </li>
                )
              })}
          </ul>
          {isOpen && note && (
            <p className="dropdown-note">
              <Text message={note} />
            </p>
          )}
        </div>
        <p className="visually-hidden" role="status">
          {isOpen && !isLoading && <Text message={isEmpty ? emptyText : count} />}
        </p>
      </div>
    </Labelled>
  )
}
