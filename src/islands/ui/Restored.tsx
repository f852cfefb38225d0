import { translate } from '../../lib/i18n/page.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'
import './restored.css'

interface Props {
  /** Tells whether it was discarded. */
  onDiscard: () => boolean | Promise<boolean>
}

/** Says that what was filled in earlier is there again, with the way to begin anew. */
export function Restored({ onDiscard }: Props) {
  async function discard(): Promise<void> {
    // The button goes; the keyboard should not have to start from the top of the page.
    if (await onDiscard()) document.getElementById('content')?.focus()
  }

  return (
    <Notice kind="information" className="restored" role="status">
      <p>{translate('form:restored')}</p>
      <Button onClick={() => void discard()}>{translate('form:startAnew')}</Button>
    </Notice>
  )
}
