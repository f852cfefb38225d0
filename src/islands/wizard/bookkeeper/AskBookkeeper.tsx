import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { translate } from '../../../lib/i18n/page.ts'
import { createCopying } from '../../../stores/form/copying.ts'
import type { Setup } from '../../../stores/wizard/setup.ts'
import { Button } from '../../ui/Button.tsx'
import { Copied } from '../../ui/Copied.tsx'
import { PrintButton } from '../../ui/PrintButton.tsx'
import { Printable, printableName } from '../saving/ReportView.tsx'
import { createSheet, drawnSheet, sheetMail, sheetText } from './sheet.ts'

/** For whoever checks the books: what is chosen, to print, copy or mail. It is made once it is unfolded. */
export function AskBookkeeper({ setup }: { setup: Setup }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="fold"
      name={printableName}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{translate('wizard:askBookkeeper')}</summary>
      {isOpen && <SheetView setup={setup} />}
    </details>
  )
}

function SheetView({ setup }: { setup: Setup }) {
  const $sheet = useMemo(() => createSheet(setup), [setup])
  const sheet = useStore($sheet)
  const text = sheetText(sheet)
  // What was copied was that text, and none of after it.
  const copying = useMemo(() => createCopying(setup.environment, () => text), [setup, text])
  const outcome = useStore(copying.$copying)
  const nodes = useMemo(() => drawnSheet(sheet), [sheet])
  return (
    <Printable title={translate('wizard:askTitle')} nodes={nodes}>
      <p className="kept help">
        {translate('wizard:askHelp')} {translate('wizard:askMailCut')}
      </p>
      <p className="buttons">
        <PrintButton />
        <Button onClick={() => void copying.copy()}>{translate('wizard:askCopy')}</Button>
        <a className="button" data-kind="secondary" href={sheetMail(sheet)}>
          {translate('wizard:activationMail')}
        </a>
      </p>
      <Copied outcome={outcome} text={text} />
    </Printable>
  )
}
