import { localizedPath, type MessageKey } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import type { Flow } from '../../stores/coupling/flow.ts'

interface Props {
  flow: Flow
  text: MessageKey
  kind?: 'secondary' | 'quiet'
  onFollow?: () => void
}

/** The way to a flow that couples a location. */
export function FlowLink({ flow, text, kind = 'secondary', onFollow }: Props) {
  return (
    <a
      className="button"
      data-kind={kind}
      href={localizedPath(pageLocale(), `/${flow}`)}
      onClick={onFollow}
    >
      {translate(text)}
    </a>
  )
}
