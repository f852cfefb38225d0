import { useCombobox } from 'downshift'
import { useMemo, useState } from 'react'
import { rowsInSight, scrollTo } from '../../lib/domain/fixed-rows.ts'
import { search, searchable } from '../../lib/domain/options.ts'
import { foreignLanguage, type Message } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { dropdownMaxHeight, dropdownOptionHeight, dropdownOptionLimit } from '../../lib/limits.ts'
import { FieldNeed } from '../form/FieldNeed.tsx'
import './dropdown.css'
import { keepChoice } from './dropdown-state.ts'
import { Text } from './Text.tsx'

interface Props<Option> {
  /** Element id of the text field. */
  id: string
  label: string
  options: readonly Option[]
  optionId: (option: Option) => string
  optionLabel: (option: Option) => string
  /** What the list says behind an option's label; the text field does not. */
  optionNote?: (option: Option) => string | undefined
  chosen: Option | null
  onChoose: (option: Option) => void
  placeholder: Message
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
  const { isLoading = false, isDisabled = false, isRequired, error } = props
  const [query, setQuery] = useState('')
  const [scrolled, setScrolled] = useState(0)
  const [list, setList] = useState<HTMLUListElement | null>(null)
  const all = useMemo(() => searchable(options, optionLabel), [options, optionLabel])
  const { shown, total } = useMemo(() => search(all, query, dropdownOptionLimit), [all, query])
  const chosenId = chosen === null ? null : optionId(chosen)

  const rows = rowsInSight(scrolled, shown.length)

  const combobox = useCombobox({
    id: `${id}-combobox`,
    inputId: id,
    items: shown,
    itemToString: (item) => item?.label ?? '',
    itemToKey: (item) => item && optionId(item.option),
    isItemDisabled: () => false,
    selectedItem: chosen && (searchable([chosen], optionLabel)[0] ?? null),
    stateReducer: keepChoice,
    scrollIntoView: () => undefined,
    onInputValueChange: ({ type, inputValue }) => {
      setQuery(type === useCombobox.stateChangeTypes.InputChange ? inputValue : '')
    },
    onHighlightedIndexChange: ({ highlightedIndex, type }) => {
      const isByPointer = type === useCombobox.stateChangeTypes.ItemMouseMove
      if (list === null || highlightedIndex < 0 || isByPointer) return
      list.scrollTo({ top: scrollTo(highlightedIndex, list.scrollTop) })
    },
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onChoose(selectedItem.option)
    },
  })
  const { isOpen, highlightedIndex } = combobox
  const emptyText: Message = { key: query === '' ? 'dropdown:empty' : 'dropdown:noneFound' }
  const isEmpty = shown.length === 0 && !isLoading
  const isCut = total > shown.length

  return (
    <div className="field dropdown">
      <label {...combobox.getLabelProps()}>
        {label}
        <FieldNeed isRequired={isRequired} />
      </label>
      {error !== undefined && (
        <p className="field-error" id={`${id}-error`}>
          {error}
        </p>
      )}
      <div className="dropdown-control">
        <input
          {...combobox.getInputProps({
            disabled: isDisabled,
            'aria-invalid': error !== undefined,
            'aria-required': isRequired ?? false,
            'aria-describedby': error === undefined ? undefined : `${id}-error`,
            'aria-busy': isLoading,
            ...(shown.length === 0 && { 'aria-activedescendant': '' }),
          })}
          autoComplete="off"
          spellCheck={false}
          lang={chosen === null ? foreignLanguage(placeholder.key) : undefined}
          placeholder={translate(placeholder.key, placeholder.parameters)}
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
      <div className="dropdown-panel" hidden={!isOpen}>
        {isOpen && isEmpty && (
          <p className="dropdown-note">
            <Text message={emptyText} />
          </p>
        )}
        {isOpen && isLoading && (
          <p className="dropdown-note">
            <Text message={placeholder} />
          </p>
        )}
        <ul
          {...combobox.getMenuProps({ ref: setList, hidden: shown.length === 0 })}
          style={{ maxHeight: dropdownMaxHeight }}
          onScroll={(event) => setScrolled(event.currentTarget.scrollTop)}
        >
          {isOpen && (
            <li
              role="presentation"
              aria-hidden="true"
              style={{ height: shown.length * dropdownOptionHeight }}
            />
          )}
          {isOpen &&
            shown.slice(rows.first, rows.end).map((item, position) => {
              const index = rows.first + position
              const isChosen = optionId(item.option) === chosenId
              const note = optionNote?.(item.option)
              return (
                <li
                  key={optionId(item.option)}
                  {...combobox.getItemProps({
                    item,
                    index,
                    'aria-setsize': shown.length,
                    'aria-posinset': index + 1,
                    'aria-selected': isChosen,
                  })}
                  data-highlighted={index === highlightedIndex || undefined}
                  style={{
                    height: dropdownOptionHeight,
                    transform: `translateY(${index * dropdownOptionHeight}px)`,
                  }}
                >
                  <span>{item.label}</span>
                  {note !== undefined && <span className="dropdown-option-note"> {note}</span>}
                </li>
              )
            })}
        </ul>
        {isOpen && isCut && (
          <p className="dropdown-note">
            <Text
              message={{
                key: 'dropdown:cut',
                parameters: { limit: String(shown.length), total: String(total) },
              }}
            />
          </p>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {isOpen && !isLoading && (
          <Text
            message={
              isEmpty ? emptyText : { key: 'dropdown:count', parameters: { total: String(total) } }
            }
          />
        )}
      </p>
    </div>
  )
}
