import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { TextAbout } from '../ui/Text.tsx'
import './explain.css'

interface Props {
  /** What is explained; its name tells this from other explanations. */
  about: MessageKey
  text: MessageKey
}

/** A word for somebody who knows no bookkeeping, folded for everybody else. */
export function Explain({ about, text }: Props) {
  return (
    <details className="explain">
      <summary>
        <TextAbout about={translate(about)}>{translate('wizard:explainAccounting')}</TextAbout>
      </summary>
      <p>{translate(text)}</p>
    </details>
  )
}
