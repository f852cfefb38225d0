import type { CreateError } from '../../stores/wizard/made/creation.ts'
import { Notice } from '../ui/Notice.tsx'
import { Reason, Reference } from '../ui/Reason.tsx'

/** Why something could not be made; the accounting package's own reasons are Dutch. */
export function CreateErrorNotice({ error }: { error: CreateError | null }) {
  if (error === null) return null
  const { message, reasons } = error
  return (
    <Notice kind="failure" role="alert" aria-atomic={false}>
      <Reason message={message}>
        {reasons.length > 0 && (
          <ul lang="nl">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </Reason>
      <Reference what={message} message={message} />
    </Notice>
  )
}
