import { translate } from '../../lib/i18n/page.ts'
import { Button } from './Button.tsx'

/** Says that what was filled in earlier is there again, with the way to begin anew, which may be refused. */
export function Restored({ onDiscard }: { onDiscard: () => boolean | Promise<boolean> }) {
  async function discard(): Promise<void> {
    // The button goes; the keyboard should not have to start from the top of the page.
    if (await onDiscard()) document.getElementById('content')?.focus()
  }

  return (
    <p className="help restored" role="status">
      {translate('form:restored')} <Button text="form:startAnew" kind="quiet" onClick={discard} />
    </p>
  )
}
