import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { getCheckUrl } from '../../lib/domain/coupling.ts'
import { administrationLabel, type Place } from '../../lib/domain/place.ts'
import { translate } from '../../lib/i18n/page.ts'
import { getPageEnvironment } from '../../stores/shell/portal.ts'
import type { WizardLoader } from '../../stores/wizard/screen.ts'
import { ButtonLink } from '../ui/Button.tsx'

interface AboutProps {
  place: Place
  opening: WizardLoader
  children?: ReactNode
}

export function WizardHeader({ place, opening, children }: AboutProps) {
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

export function CheckLink() {
  return (
    <ButtonLink kind="quiet" href={getCheckUrl(getPageEnvironment().location()).href}>
      {translate('shell:checkCoupling')}
    </ButtonLink>
  )
}
