import retryIcon from 'lucide-static/icons/rotate-cw.svg?raw'
import { saysSignIn, type Failure } from '../../lib/failure.ts'
import type { Message } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import { Icon } from './Icon.tsx'
import { Reason, Reference } from './Reason.tsx'

interface Props {
  message: Message
  detail?: Message | Failure | undefined
  onRetry: () => void
}

/** Something that failed, and the button that tries it again. A session that is over is no failure of it. */
export function Retry({ message, detail, onRetry }: Props) {
  const isOver = detail !== undefined && saysSignIn(detail)
  return (
    <Notice kind="failure" role="alert" aria-atomic={false}>
      {!isOver && <Reason message={message} />}
      {detail && <Reason message={detail} />}
      <p className="buttons">
        <Button focuses="content" onClick={onRetry}>
          <Icon drawing={retryIcon} />
          {translate('shell:retry')}
        </Button>
      </p>
      {!isOver && <Reference what={message} message={detail} />}
    </Notice>
  )
}
