import { useState } from 'react'
import { copied } from '../../lib/environment.ts'
import { translate } from '../../lib/i18n/page.ts'
import { pageEnvironment } from '../../stores/shell/portal.ts'

/** Copies a text, and says so until it changes: where the browser refuses, it is selected to be copied by hand. */
export function useCopying(text: string) {
  const [last, setLast] = useState<{ of: string; isCopied: boolean } | null>(null)
  const isCopied = last?.of === text ? last.isCopied : null
  async function copy(): Promise<void> {
    // Told again when it is asked for again.
    setLast(null)
    setLast({ of: text, isCopied: await copied(pageEnvironment(), text) })
  }
  const told = (
    <>
      <p className="kept" role="status">
        {isCopied && `✓ ${translate('failure:copied')}`}
        {isCopied === false && translate('failure:copyByHand')}
      </p>
      {isCopied === false && (
        <div className="kept reference">
          <pre ref={select} translate="no">
            {text}
          </pre>
        </div>
      )}
    </>
  )
  return { copy, told }
}

function select(text: HTMLElement | null): void {
  if (text) getSelection()?.selectAllChildren(text)
}
