import type { CreateError } from '../../stores/wizard/made/creation.ts'
import { translate } from '../../lib/i18n/page.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { Reason, Reference } from '../ui/Reason.tsx'

interface Props {
  /** Whether it is being made, or why the last attempt failed. */
  making: { status: 'creating' } | { status: 'missing' | 'resting'; error: CreateError | null }
  /** What is made, where something else can be made beside it. */
  about?: string
  onCreate: () => void
}

/** The button that makes something of the accounting package. */
export function Create({ making, about, onCreate }: Props) {
  const isCreating = making.status === 'creating'
  return (
    <>
      <CreateErrorNotice error={isCreating ? null : making.error} />
      <Button aria-disabled={isCreating} about={about} onClick={onCreate}>
        {translate(isCreating ? 'form:loading' : 'wizard:create')}
      </Button>
    </>
  )
}

/** Why something could not be made; the accounting package's own words are Dutch. */
export function CreateErrorNotice({ error }: { error: CreateError | null }) {
  if (error === null) return null
  const { message, reasons } = error
  return (
    <Notice kind="failure" role="alert" aria-atomic={false}>
      <Reason message={message}>
        {reasons.length > 0 && (
          <ul>
            {reasons.map(({ text, lang }) => (
              <li key={text} lang={lang}>
                {text}
              </li>
            ))}
          </ul>
        )}
      </Reason>
      <Reference what={message} message={message} />
    </Notice>
  )
}
