import { useState } from 'react'
import { translate } from '../../src/lib/i18n/page.ts'

const further = ['Third', 'Fourth']

/** The words of lists, files and dates (§9), which no form has yet, on the plainest controls. */
export function ListFileDate() {
  return (
    <div className="gallery-grid">
      <List />
      <Files />
      <Day />
    </div>
  )
}

function Press({ text, onPress }: { text: Parameters<typeof translate>[0]; onPress: () => void }) {
  return (
    <button className="button" data-kind="secondary" type="button" onClick={onPress}>
      {translate(text)}
    </button>
  )
}

function List() {
  const [entries, setEntries] = useState(['First', 'Second'])
  const move = (index: number, by: number) => {
    const rest = entries.toSpliced(index, 1)
    setEntries(rest.toSpliced(Math.max(0, index + by), 0, ...entries.slice(index, index + 1)))
  }
  const add = (...added: string[]) => setEntries([...entries, ...added])
  return (
    <div>
      <ul>
        {entries.map((entry, index) => (
          <li key={entry}>
            {entry}
            <p className="buttons">
              <Press text="lists:moveUp" onPress={() => move(index, -1)} />
              <Press text="lists:moveDown" onPress={() => move(index, 1)} />
              <Press text="lists:remove" onPress={() => setEntries(entries.toSpliced(index, 1))} />
            </p>
          </li>
        ))}
      </ul>
      <p className="buttons">
        <Press text="lists:add" onPress={() => add(`Entry ${Date.now()}`)} />
        <Press text="lists:addSelected" onPress={() => add(`Chosen ${Date.now()}`)} />
        <Press text="lists:addAllValues" onPress={() => setEntries(['First', 'Second'])} />
        <Press
          text="lists:loadMore"
          onPress={() => setEntries([...new Set([...entries, ...further])])}
        />
        <Press text="lists:removeSelected" onPress={() => setEntries(entries.slice(0, -1))} />
        <Press text="lists:removeAllValues" onPress={() => setEntries([])} />
        <Press text="lists:removeAll" onPress={() => setEntries([])} />
      </p>
    </div>
  )
}

function Files() {
  const [names, setNames] = useState<readonly string[]>([])
  return (
    <div>
      <input
        aria-label="Files"
        type="file"
        multiple
        onChange={({ target }) => setNames(Array.from(target.files ?? [], ({ name }) => name))}
      />
      <p>{names.join(', ') || translate('lists:noFiles')}</p>
    </div>
  )
}

function Day() {
  const [day, setDay] = useState('')
  const [isOpen, setOpen] = useState(false)
  return (
    <div>
      <p>{day}</p>
      <p className="buttons">
        <Press
          text={day === '' ? 'lists:chooseDate' : 'lists:changeDate'}
          onPress={() => setOpen(true)}
        />
        <Press text={isOpen ? 'lists:close' : 'lists:open'} onPress={() => setOpen(!isOpen)} />
      </p>
      {isOpen && (
        <input
          aria-label="Day"
          type="date"
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
      )}
    </div>
  )
}
