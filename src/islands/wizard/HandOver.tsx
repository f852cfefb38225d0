import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { idsOf, type Place } from '../../lib/domain/place.ts'
import type { Variant } from '../../lib/accounting/snelstart/values.ts'
import { translate } from '../../lib/i18n/page.ts'
import { createApproval, type Approval } from '../../stores/wizard/opening/approval.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'

interface Props {
  place: Place
  variant: Variant
  /** Whether it is about a key that is to take the place of the one in use. */
  isNewKey: boolean
}

/** Hands the approval of a coupling to whoever may sign in to the accounting package. */
export function HandOver({ place, variant, isNewKey }: Props) {
  const [approval, setApproval] = useState<Approval | null>(null)

  useEffect(() => {
    const { portal, person } = signedInPortal()
    const options = { portal, user: person.id, place: idsOf(place) }
    // Never fails: what cannot be handed over is not offered.
    void createApproval({ ...options, isPolaris: variant === 'polaris' }).then(setApproval)
  }, [place, variant])

  return approval && <Link approval={approval} isNewKey={isNewKey} />
}

function Link({ approval, isNewKey }: { approval: Approval } & Pick<Props, 'isNewKey'>) {
  const copying = useStore(approval.$copying)
  const isRefused = copying === 'refused'
  const link = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (isRefused) link.current?.focus()
  }, [isRefused])

  return (
    <section className="panel" aria-labelledby="hand-over">
      <h2 id="hand-over">{translate('wizard:activationTitle')}</h2>
      {isNewKey && <p>{translate('wizard:activationNewKey')}</p>}
      <p>{translate('wizard:activationHelp')}</p>
      <p>{translate(approval.isKept ? 'wizard:activationKept' : 'wizard:activationUnkept')}</p>
      <div className="field">
        <label htmlFor="activation-link">{translate('wizard:activationLink')}</label>
        <input
          id="activation-link"
          ref={link}
          readOnly
          value={approval.address.href}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <p className="buttons">
        <button
          className="button"
          data-kind="secondary"
          type="button"
          onClick={() => void approval.copy()}
        >
          {translate('wizard:activationCopy')}
        </button>
        <a className="button" data-kind="secondary" href={mailTo(approval.address)}>
          {translate('wizard:activationMail')}
        </a>
      </p>
      <p role="status">
        {copying === 'copied' && `✓ ${translate('wizard:activationCopied')}`}
        {isRefused && translate('wizard:activationRefused')}
      </p>
    </section>
  )
}

/** A message with the link in it, to nobody yet. */
function mailTo(address: URL): string {
  const subject = encodeURIComponent(translate('wizard:activationSubject'))
  const body = encodeURIComponent(translate('wizard:activationBody', { link: address.href }))
  return `mailto:?subject=${subject}&body=${body}`
}
