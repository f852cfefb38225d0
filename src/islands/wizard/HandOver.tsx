import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { idsOf, type Place } from '../../lib/domain/place.ts'
import type { Variant } from '../../lib/domain/wizard.ts'
import { translate } from '../../lib/i18n/page.ts'
import { createApproval, type Approval } from '../../stores/wizard/approval.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'

interface Props {
  place: Place
  variant: Variant
}

/** Hands the approval of a coupling to whoever may sign in to the accounting package. */
export function HandOver({ place, variant }: Props) {
  const [approval, setApproval] = useState<Approval | null>(null)

  useEffect(() => {
    const { portal, person } = signedInPortal()
    const options = { portal, user: person.id, place: idsOf(place) }
    // Never fails: what cannot be handed over is not offered.
    void createApproval({ ...options, isPolaris: variant === 'polaris' }).then(setApproval)
  }, [place, variant])

  return approval && <Copy approval={approval} />
}

function Copy({ approval }: { approval: Approval }) {
  const copying = useStore(approval.$copying)
  const isRefused = copying === 'refused'
  const link = useRef<HTMLInputElement>(null)

  useEffect(() => {
    if (isRefused) link.current?.focus()
  }, [isRefused])

  return (
    <section className="panel" aria-labelledby="hand-over">
      <h2 id="hand-over">{translate('wizard:activationTitle')}</h2>
      <p>{translate('wizard:activationHelp')}</p>
      <p>
        <button
          className="button"
          data-kind="secondary"
          type="button"
          onClick={() => void approval.copy()}
        >
          {translate('wizard:activationCopy')}
        </button>
      </p>
      <p role="status">
        {copying === 'copied' && `✓ ${translate('wizard:activationCopied')}`}
        {isRefused && translate('wizard:activationRefused')}
      </p>
      {isRefused && (
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
      )}
    </section>
  )
}
