import { useStore } from '@nanostores/react'
import { translate } from '../../lib/i18n/page.ts'
import type { createCopying } from '../../stores/form/copying.ts'

interface Props {
  copying: Pick<ReturnType<typeof createCopying>, '$copying'>
  text: string
}

/** What became of copying a text: where the browser refuses that, it is selected to be copied by hand. */
export function Copied({ copying, text }: Props) {
  const outcome = useStore(copying.$copying)
  return (
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
}

function select(text: HTMLElement | null): void {
  if (text) getSelection()?.selectAllChildren(text)
}
