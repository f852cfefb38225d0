import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { saysSignIn } from '../../../lib/failure.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { saves, type Line, type Save } from '../../../stores/wizard/saving/saving.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressList } from '../../ui/ProgressList.tsx'
import { Below, Reference } from '../../ui/Reason.tsx'
import { Text } from '../../ui/Text.tsx'

const names: Readonly<Record<Save, MessageKey>> = {
  settings: 'wizard:lineSettings',
  payment_ledgers: 'wizard:linePaymentLedgers',
  key: 'wizard:lineKey',
}

const states = { idle: 'busy', loading: 'busy', ok: 'done', error: 'failed' } as const

const savingId = 'saving'

/** The three saves (§2): each loading, ok, or error with its message and a retry of its own. */
export function SavingLines({ setup }: { setup: Setup }) {
  const lines = useStore(setup.submitting.$lines)
  const started = saves.filter((save) => lines[save].status !== 'idle')
  const isStarted = started.length > 0

  useEffect(() => {
    // Below a long summary nobody would see that anything happens.
    if (isStarted) document.getElementById(savingId)?.scrollIntoView({ block: 'nearest' })
  }, [isStarted])

  return (
    <div id={savingId} tabIndex={-1}>
      <ProgressList
        label={translate('wizard:saving')}
        lines={started.map((save) => ({
          key: save,
          name: translate(names[save]),
          state: states[lines[save].status],
          text: <LineText line={lines[save]} />,
          action: <LineAction setup={setup} save={save} line={lines[save]} />,
        }))}
      />
    </div>
  )
}

function LineText({ line }: { line: Line }) {
  switch (line.status) {
    case 'idle':
    case 'loading':
      return translate('form:loading')
    case 'ok':
      return translate(line.isDryRun ? 'wizard:lineDryRun' : 'wizard:lineOk')
    case 'error':
      return (
        <>
          {saysSignIn(line.message) ? '' : `${translate('wizard:lineError')} `}
          <Text message={line.message} />
        </>
      )
  }
}

function LineAction({ setup, save, line }: { setup: Setup; save: Save; line: Line }) {
  if (line.status !== 'error') return null
  return (
    <>
      <Below message={line.message} />
      <p className="buttons">
        <Button
          about={translate(names[save])}
          focuses={savingId}
          onClick={() => void setup.submitting.retry(save)}
        >
          {translate('shell:retry')}
        </Button>
      </p>
      {!saysSignIn(line.message) && (
        <Reference what={{ key: names[save] }} message={line.message} />
      )}
    </>
  )
}
