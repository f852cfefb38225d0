import { translate } from '../../lib/i18n/page.ts'

interface Props {
  outcome: 'not-asked' | 'copied' | 'refused'
  text: string
}

const texts = {
  'not-asked': () => '',
  copied: () => `✓ ${translate('failure:copied')}`,
  refused: () => translate('failure:copyByHand'),
}

/** What became of copying a text: where the browser refuses that, it is selected to be copied by hand. */
export function Copied({ outcome, text }: Props) {
  return (
    <>
      <p className="kept" role="status">
        {texts[outcome]()}
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
