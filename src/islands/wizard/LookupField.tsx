import type { ComponentProps, ReactNode } from 'react'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { StepProblem } from '../../stores/form/steps.ts'
import type { CreationError, RecordState, CreationState } from '../../stores/wizard/item.ts'
import { TextField } from '../form/fields.tsx'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { FailureSubject, FailureText, FailureReference, Retry } from '../ui/Reason.tsx'
import { lowerFirst } from '../ui/Text.tsx'
import { handleEnter, useStoreField } from './form.ts'

interface LookedUpProps extends Pick<ComponentProps<typeof TextField>, 'inputMode' | 'isRequired'> {
  id: string
  label: MessageKey
  help?: MessageKey | undefined
  item: { input: (text: string) => void; retry: () => Promise<void> }
  text: string
  state: RecordState<unknown>
  problem: StepProblem | null
  status: ReactNode
  failed: MessageKey
  children: ReactNode
}

/** Field for a ledger number or relation code (§4). */
export function LookupField({ id, label, help, item, text, state, ...props }: LookedUpProps) {
  const { problem, status, failed, children, ...input } = props
  const error = state.status === 'checking' || problem === null ? null : messageOf(problem)
  const field = useStoreField(id, text, item.input, error)
  return (
    <FailureSubject value={`${translate(label)} ${text}`}>
      <div className="looked-up" onKeyDown={handleEnter(item.retry)}>
        {help && <p className="help">{translate(help)}</p>}
        <TextField
          {...input}
          field={field}
          label={translate(label)}
          autoComplete="off"
          isDisabled={state.status === 'creating'}
        />
        {status}
        {state.status === 'failed' ? (
          <Retry what={failed} detail={state.message} focuses={id} onRetry={item.retry} />
        ) : (
          children
        )}
      </div>
    </FailureSubject>
  )
}

/** Returns the message with the lower-case label as a parameter. */
const messageOf = ({ label, message }: StepProblem): Message => ({
  ...message,
  parameters: { ...message.parameters, inSentence: lowerFirst(translate(label)) },
})

interface CreateProps {
  creation: CreationState
  /** Name that distinguishes this button from other create buttons. */
  about?: string
  text?: string | undefined
  onCreate: () => unknown
}

export function CreateButton({ creation, about, text, onCreate }: CreateProps) {
  const isCreating = creation.status === 'creating'
  return (
    <>
      <CreateErrorNotice error={isCreating ? null : creation.error} />
      <Button aria-disabled={isCreating} about={about} onClick={onCreate}>
        {isCreating ? translate('form:loading') : (text ?? translate('wizard:create'))}
      </Button>
    </>
  )
}

/** Shows why a creation failed, with the accounting package's Dutch reasons. */
export function CreateErrorNotice({ error }: { error: CreationError | null }) {
  if (error === null) return null
  const { message, reasons } = error
  return (
    <Notice kind="failure" role="alert" aria-atomic={false}>
      <FailureText message={message}>
        {reasons.length > 0 && (
          <ul>
            {reasons.map(({ text, lang }) => (
              <li key={text} lang={lang}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </FailureText>
      <FailureReference what={message} message={message} />
    </Notice>
  )
}
