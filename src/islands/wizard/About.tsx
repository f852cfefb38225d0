import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { checkAddress } from '../../lib/domain/coupling.ts'
import { administrationLabel, type Place } from '../../lib/domain/place.ts'
import { translate } from '../../lib/i18n/page.ts'
import { pageEnvironment } from '../../stores/shell/portal.ts'
import type { Opening } from '../../stores/wizard/screen.ts'
import { ButtonLink } from '../ui/Button.tsx'

interface AboutProps {
  place: Place
  opening: Opening
  /** How its coupling stands, where that is known. */
  children?: ReactNode
}

/** In one line what is set up: the administration, the location, and the company that was registered for it. */
export function About({ place, opening, children }: AboutProps) {
  const { administration, location } = place
  const isHidden = useStore(opening.$isHidden)
  const coc = useStore(opening.$registration)?.coc
  return (
    <p className="place">
      {children}
      <strong translate="no">{administrationLabel(administration)}</strong>
      <span>
        <span translate="no">{location.name}</span>
        {isHidden && ` (${translate('wizard:hidden')})`}
      </span>
      {coc && (
        <span>
          {translate('wizard:coc')} <span translate="no">{coc}</span>
        </span>
      )}
    </p>
  )
}

/** The way to the page that checks the coupling which this page is about. */
export function CheckLink() {
  return (
    <ButtonLink kind="quiet" href={checkAddress(pageEnvironment().location()).href}>
      {translate('shell:checkCoupling')}
    </ButtonLink>
  )
}
