import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { translate } from '../../lib/i18n/page.ts'
import { createCopying } from '../../stores/form/copying.ts'
import { pageEnvironment } from '../../stores/shell/portal.ts'

/** Copies a text, and says so until it changes: where the browser refuses, it is selected to be copied by hand. */
export function useCopying(text: string) {
  const copying = useMemo(() => createCopying(pageEnvironment(), () => text), [text])
  const outcome = useStore(copying.$copying)
  const told = (
    <>
      <p className="kept" role="status">
        {outcome === 'copied' && `✓ ${translate('failure:copied')}`}
        {outcome === 'refused' && translate('failure:copyByHand')}
      </p>
      {outcome === 'refused' && (
        <div className="kept reference">
          <pre ref={select} translate="no">
            {text}
          </pre>
        </div>
      )}
    </>
  )
  return { copy: copying.copy, told }
}

function select(text: HTMLElement | null): void {
  if (text) getSelection()?.selectAllChildren(text)
}
