import { useCombobox } from 'downshift'
import { startTransition, useDeferredValue, useEffect, useMemo, useState } from 'react'
import {
  createUniqueLabel,
  findVisibleRows,
  scrollTo,
  createSearch,
} from '../../lib/domain/options.ts'
import { getMessageLanguage, type Message, type MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { dropdownMaxHeight, dropdownOptionHeight, dropdownOptionLimit } from '../../lib/limits.ts'
import { createAriaAttributes, LabelledField } from './FieldTexts.tsx'
import { MessageText } from './Text.tsx'

const { InputBlur, InputChange, InputKeyDownEscape, InputClick, ItemMouseMove } =
  useCombobox.stateChangeTypes

const heights = { row: dropdownOptionHeight, view: dropdownMaxHeight }

interface DropdownProps<Option> {
  id: string
  label: string
  options: readonly Option[]
  optionId: (option: Option) => string
  optionLabel: (option: Option) => string
  /** Note after an option's label, shown only in the list. */
  optionNote?: (option: Option) => string | undefined
  chosen: Option | null
  onChoose: (option: Option) => void
  placeholder: MessageKey
  isLoading?: boolean
  isDisabled?: boolean
  isRequired?: boolean
  error?: string | undefined
}

/** Searchable list (§2, §9) that renders only visible rows. */
export function Dropdown<Option>(props: DropdownProps<Option>) {
  const { id, label, options, optionId, optionLabel, optionNote, chosen, onChoose } = props
  const { placeholder, isDisabled = false, isRequired, error } = props
  const [query, setQuery] = useState('')
  const [scrollTop, setScrollTop] = useState(0)
  // Rows are rendered on focus, so that the list opens quickly.
  const [isFocused, setFocused] = useState(false)
  // Parsing and indexing ten thousand options takes long.
  const indexed = useDeferredValue(options)
  const isLoading = props.isLoading === true || indexed !== options
  const nameOf = useMemo(
    () => createUniqueLabel(indexed, optionLabel, optionId),
    [indexed, optionLabel, optionId],
  )
  const search = useMemo(() => createSearch(indexed, nameOf), [indexed, nameOf])
  const { shown, total } = useMemo(() => search(query, dropdownOptionLimit), [search, query])
  const chosenId = chosen === null ? null : optionId(chosen)
  const labelOf = (option: Option | null) => (option === null ? '' : nameOf(option))

  const menuId = `${id}-menu`
  const combobox = useCombobox({
    id: `${id}-combobox`,
    inputId: id,
    menuId,
    items: shown,
    itemToString: labelOf,
    itemToKey: (option) => option && optionId(option),
    selectedItem: chosen,
    // Blur and Escape keep the selected option and restore its text.
    stateReducer: ({ selectedItem }, { type, changes }) => {
      switch (type) {
        case InputBlur:
        case InputKeyDownEscape:
          return { ...changes, selectedItem, inputValue: labelOf(selectedItem) }
        case InputChange:
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
      // The library passes a new ref at each render.
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
    // Scrolls to the input last, so that the input stays visible.
    for (const part of [`${id}-panel`, id])
      document.getElementById(part)?.scrollIntoView({ block: 'nearest' })
  }, [id, isOpen, shown.length])

  const parameters = { limit: String(shown.length), total: String(total) }
  const emptyKey = query === '' ? 'dropdown:empty' : 'dropdown:noneFound'
  const emptyText: Message | false = shown.length === 0 && { key: emptyKey }
  const cutText: Message | false = total > shown.length && { key: 'dropdown:cut', parameters }
  const note = isLoading ? { key: placeholder } : emptyText || cutText
  const announcement: Message = emptyText || { key: 'dropdown:count', parameters }

  const hasRows = isOpen || isFocused
  const { first, end } = findVisibleRows(scrollTop, shown.length, heights)
  const visibleOptions = hasRows ? shown.slice(first, end) : []

  return (
    <LabelledField {...{ id, label, error, isRequired }}>
      <div className="dropdown">
        <div className="dropdown-control">
          <input
            {...combobox.getInputProps({
              disabled: isDisabled,
              // Avoids a needless render before the library's callback.
              onChange: ({ currentTarget }) => setQuery(currentTarget.value),
              onFocus: () => startTransition(() => setFocused(true)),
              onBlur: () => setFocused(false),
              ...createAriaAttributes(id, { error }, isRequired),
              'aria-labelledby': undefined,
              'aria-busy': isLoading,
              ...(shown.length === 0 && { 'aria-activedescendant': '' }),
            })}
            autoComplete="off"
            spellCheck={false}
            lang={chosen === null ? getMessageLanguage(placeholder) : undefined}
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
            onScroll={(event) => setScrollTop(event.currentTarget.scrollTop)}
          >
            {hasRows && (
              <li
                role="presentation"
                aria-hidden="true"
                style={{ height: shown.length * dropdownOptionHeight }}
              />
            )}
            {visibleOptions.map((option, position) => {
              const index = first + position
              const note = optionNote?.(option)
              return (
                <li
                  // Index keys let React reuse elements between searches.
                  key={index}
                  {...combobox.getItemProps({
                    item: option,
                    index,
                    'aria-setsize': shown.length,
                    'aria-posinset': index + 1,
                    'aria-selected': optionId(option) === chosenId,
                  })}
                  data-highlighted={index === highlightedIndex || undefined}
                  style={{
                    height: dropdownOptionHeight,
                    transform: `translateY(${index * dropdownOptionHeight}px)`,
                  }}
                >
                  <span translate="no">{nameOf(option)}</span>
                  {note !== undefined && <span className="dropdown-option-note">{` ${note}`}</span>}
                </li>
              )
            })}
          </ul>
          {isOpen && note && (
            <p className="dropdown-note">
              <MessageText message={note} />
            </p>
          )}
        </div>
        <p className="visually-hidden" role="status">
          {isOpen && !isLoading && <MessageText message={announcement} />}
        </p>
      </div>
    </LabelledField>
  )
}
