import { useStore } from '@nanostores/react'
import { translate } from '../../../lib/i18n/page.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import {
  isSettable,
  type Chain,
  type Row,
  type Settable,
} from '../../../stores/wizard/saving/chain.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { countText } from '../../form/count-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import type { Kind } from '../../ui/kinds.ts'
import { Notice } from '../../ui/Notice.tsx'
import { Reason, Reference } from '../../ui/Reason.tsx'
import { groupsOf, GroupList } from '../summary/SummaryTable.tsx'
import { SavingLines } from './SavingLines.tsx'
import { TextAbout } from '../../ui/Text.tsx'
import './chain.css'

interface Props {
  setup: Setup
  chain: Chain
}

const headingId = 'chain'

/** The other locations of the administration, which can be set up likewise (§2, "A chain at once"). */
export function ChainPanel({ setup, chain }: Props) {
  const rows = useStore(chain.$rows)
  const isRunning = useStore(chain.$isRunning)
  const { inChain } = setup.submitting
  const due = chain.dueIn(rows).length
  const done = rows.filter(({ status }) => status === 'done').length
  const unasked = rows.filter(({ status }) => status === 'unasked').length
  const parameters = {
    location: chain.place.location.name,
    administration: chain.place.administration.name,
  }

  return (
    <section className="panel chain" aria-labelledby={headingId}>
      <h2 id={headingId} ref={takeFocus} tabIndex={-1}>
        {translate('wizard:chainTitle')}
      </h2>
      <p>{translate('wizard:chainHelp', parameters)}</p>
      <ul className="chain-rows">
        {rows.map((row, index) => (
          <Location
            key={row.place.location.id}
            row={row}
            index={index}
            setup={setup}
            chain={chain}
          />
        ))}
      </ul>
      <p role="status">
        {done > 0 &&
          translate('wizard:chainCount', { done: String(done), count: String(done + due) })}
      </p>
      <p className="buttons">
        {due > 0 && (
          <Button
            kind="main"
            aria-disabled={isRunning}
            focuses={headingId}
            onClick={() => void inChain(chain.run)}
          >
            {countText(due, 'wizard:chainSetOne', 'wizard:chainSetMany')}
          </Button>
        )}
        {unasked > 0 && (
          <Button onClick={() => void inChain(chain.more)}>
            {translate('wizard:chainMore', { count: String(unasked) })}
          </Button>
        )}
        {!isRunning && (
          <Button
            kind={due > 0 ? 'secondary' : 'main'}
            focuses="finish"
            onClick={() => void inChain(chain.leave)}
          >
            {translate(done === 0 ? 'shell:close' : 'wizard:chainOn')}
          </Button>
        )}
      </p>
    </section>
  )
}

/** What the submit pressed last has gone out of use. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus()

/** How a location stands, in a word. */
function stateOf(row: Row): readonly [Kind, MessageKey] {
  switch (row.status) {
    case 'unasked':
    case 'asking':
      return ['neutral', 'wizard:chainReading']
    case 'unread':
      return ['failure', 'wizard:chainUnread']
    case 'uncoupled':
      return ['neutral', 'wizard:chainUncoupled']
    case 'otherBook':
      return ['warning', 'wizard:chainOtherBook']
    case 'offered':
      return row.isSetUp
        ? ['information', 'wizard:chainSetUp']
        : ['neutral', 'wizard:chainNotSetUp']
    case 'busy':
      return ['neutral', 'wizard:chainBusy']
    case 'failed':
      return ['failure', 'wizard:chainNotDone']
    case 'done':
      return ['success', 'wizard:chainDone']
    case 'tried':
      return ['neutral', 'wizard:chainDoneDryRun']
  }
}

/** One location. Ids stay out of the page: a recording has its element ids. */
function Location({ row, index, ...props }: Props & { row: Row; index: number }) {
  const { name } = row.place.location
  const { setup, chain } = props
  if (row.status === 'unasked') return null
  const [kind, text] = stateOf(row)
  const isOpen = ['offered', 'failed', 'tried'].includes(row.status)
  return (
    <li>
      <div className="chain-name">
        <h3 translate="no">
          {isSettable(row) && isOpen ? (
            <label>
              <input
                type="checkbox"
                checked={row.isChosen}
                onChange={({ target }) => chain.choose(row, target.checked)}
              />
              {name}
            </label>
          ) : (
            name
          )}
        </h3>
        <Chip kind={kind}>{translate(text)}</Chip>
      </div>
      {row.status === 'unread' && (
        <Notice kind="failure">
          <Reason message={row.failure} />
          <p className="buttons">
            <Button
              about={name}
              focuses={headingId}
              onClick={() => void setup.submitting.inChain(() => chain.readAgain(row))}
            >
              {translate('shell:retry')}
            </Button>
          </p>
          <Reference what={{ key: 'wizard:chainUnread' }} message={row.failure} />
        </Notice>
      )}
      {row.status === 'otherBook' && (
        <p>
          {translate('wizard:chainOtherBookHelp')}{' '}
          <a href={row.wizard.href} target="_blank" rel="noopener">
            <TextAbout about={name}>{translate('wizard:chainWizard')}</TextAbout>
          </a>
        </p>
      )}
      {isSettable(row) && <SettableParts row={row} index={index} {...props} />}
    </li>
  )
}

/** What saving changes of a location, how far that is, and what stands in its way. */
function SettableParts({ row, index, setup, chain }: Props & { row: Settable; index: number }) {
  const { name } = row.place.location
  const groups = groupsOf(row.summary, ({ now }) => now?.isChanged === true)
  const count = groups.reduce((total, { rows }) => total + rows.length, 0)
  const id = `${headingId}-${index}`
  const changes = countText(count, 'wizard:chainChangesOne', 'wizard:chainChangesMany')
  return (
    <>
      {row.told && (
        <Notice kind="warning" role="alert" aria-atomic={false}>
          <Reason message={row.told} />
          <Reference what={{ key: 'wizard:chainNotDone' }} message={row.told} />
        </Notice>
      )}
      {row.status !== 'done' && count === 0 && (
        <p className="help">{translate('wizard:summaryNoChanges')}</p>
      )}
      {row.status !== 'done' && count > 0 && (
        <details className="fold">
          <summary id={id}>
            <TextAbout about={name}>{changes}</TextAbout>
          </summary>
          <GroupList groups={groups} within={{ id, text: name }} />
        </details>
      )}
      <SavingLines
        $lines={row.saving.$lines}
        of={name}
        onRetry={(save) => void setup.submitting.inChain(() => chain.retry(row, save))}
      />
    </>
  )
}
