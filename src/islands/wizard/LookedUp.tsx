import type { ComponentProps, ReactNode } from 'react'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { FurtherProblem } from '../../stores/form/steps.ts'
import type { ItemState } from '../../stores/wizard/made/item.ts'
import { TextField } from '../form/TextField.tsx'
import { About } from '../ui/Reason.tsx'
import { Retry } from '../ui/Retry.tsx'
import { onEnter } from './on-enter.ts'
import { unruledField, useStoreField } from './store-field.ts'

interface Props extends Pick<ComponentProps<typeof TextField>, 'inputMode' | 'isRequired'> {
  /** Element id of the field. */
  id: string
  label: MessageKey
  help: MessageKey
  item: { input: (text: string) => void; retry: () => Promise<void> }
  text: string
  state: ItemState<unknown>
  problem: FurtherProblem | null
  /** How it stands, in a sentence. */
  status: ReactNode
  /** Said where it could not be looked up. */
  failed: MessageKey
  /** What can be done about it otherwise. */
  children: ReactNode
}

/** Something of the accounting package by its number or code (§4): typed, looked up, and what comes of it. */
export function LookedUp({ id, label, help, item, text, state, problem, ...props }: Props) {
  const { status, failed, children, ...input } = props
  const shown = state.status === 'checking' ? null : problem
  const field = useStoreField(unruledField(id, text, item.input, shown))
  return (
    <About value={`${translate(label)} ${text}`}>
      <div className="looked-up" onKeyDown={onEnter(() => void item.retry())}>
        <p className="help">{translate(help)}</p>
        <TextField
          {...input}
          field={field}
          label={translate(label)}
          autoComplete="off"
          isDisabled={state.status === 'creating'}
        />
        {status}
        {state.status === 'failed' ? (
          <Retry
            message={{ key: failed }}
            detail={state.message}
            onRetry={() => {
              void item.retry()
              document.getElementById(id)?.focus()
            }}
          />
        ) : (
          children
        )}
      </div>
    </About>
  )
}
