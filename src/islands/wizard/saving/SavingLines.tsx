import { useStore } from '@nanostores/react'
import { useEffect, useId } from 'react'
import { saidBelow, saysSignIn } from '../../../lib/failure.ts'
import type { MessageKey } from '../../../lib/i18n/messages.ts'
import { translate } from '../../../lib/i18n/page.ts'
import { saves, type Save, type Saving } from '../../../stores/wizard/saving/saving.ts'
import { Button } from '../../ui/Button.tsx'
import { ProgressList } from '../../ui/ProgressList.tsx'
import { Reference } from '../../ui/Reason.tsx'
import { Paragraphs, Sentences, Text } from '../../ui/Text.tsx'

const names: Readonly<Record<Save, MessageKey>> = {
  settings: 'wizard:lineSettings',
  payment_ledgers: 'wizard:linePaymentLedgers',
  key: 'wizard:lineKey',
}

const sent = {
  sent: 'wizard:lineOk',
  same: 'wizard:lineSame',
  dryRun: 'wizard:lineDryRun',
} as const

const states = { idle: 'busy', loading: 'busy', ok: 'done', error: 'failed' } as const

interface Props extends Pick<Saving, '$lines'> {
  /** The location, of several on a screen. */
  of?: string
  onRetry: (save: Save) => unknown
}

/** The three saves (§2): each loading, ok, or error with its message and a retry of its own. */
export function SavingLines({ $lines, of, onRetry }: Props) {
  const lines = useStore($lines)
  const id = useId()
  const started = saves.filter((save) => lines[save].status !== 'idle')
  const isStarted = started.length > 0
  const about = (name: string) => (of === undefined ? name : `${name}, ${of}`)

  useEffect(() => {
    // Below a long summary nobody would see that anything happens.
    if (isStarted) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [id, isStarted])

  function lineOf(save: Save) {
    const line = lines[save]
    const name = translate(names[save])
    const shown = { key: save, name, state: states[line.status] }
    if (line.status !== 'error') {
      const text = line.status === 'ok' ? sent[line.unsent ?? 'sent'] : 'form:loading'
      return { ...shown, text: <span>{translate(text)}</span> }
    }
    const { message } = line
    const isOver = saysSignIn(message)
    const text = (
      <>
        <Sentences of={[!isOver && translate('wizard:lineError')]} />
        <Text message={message} />
      </>
    )
    const action = (
      <>
        <Paragraphs of={saidBelow(message)} />
        <p className="buttons">
          <Button
            text="shell:retry"
            about={about(name)}
            focuses={id}
            onClick={() => onRetry(save)}
          />
        </p>
        {!isOver && <Reference what={{ key: names[save] }} message={message} />}
      </>
    )
    return { ...shown, text, action }
  }

  return (
    <div id={id} tabIndex={-1}>
      <ProgressList label={about(translate('wizard:saving'))} lines={started.map(lineOf)} />
    </div>
  )
}
