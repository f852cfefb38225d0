import { useStore } from '@nanostores/react'
import { administrationLabel, type Place } from '../../lib/domain/place.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { Opening } from '../../stores/wizard/opening.ts'
import { Facts } from '../ui/Facts.tsx'
import { checkAddress } from '../../lib/domain/coupling.ts'
import { pageEnvironment } from '../../stores/shell/portal.ts'

/** What is set up: the administration, the location, and the company that was registered for it. */
export function About({ place, opening }: { place: Place; opening: Opening }) {
  const { name } = place.location
  const isHidden = useStore(opening.$isHidden)
  const coc = useStore(opening.$registration)?.coc
  return (
    <Facts
      facts={[
        ['wizard:administration', administrationLabel(place.administration)],
        ['wizard:location', name + (isHidden ? ` (${translate('wizard:hidden')})` : '')],
        ...(coc ? [['wizard:coc', coc] as const] : []),
      ]}
    />
  )
}

/** The way to the page that checks the coupling which this page is about. */
export function CheckLink() {
  return (
    <a className="button" data-kind="quiet" href={checkAddress(pageEnvironment().location()).href}>
      {translate('shell:checkCoupling')}
    </a>
  )
}
