import { useStore } from '@nanostores/react'
import { administrationLabel } from '../../lib/domain/administration.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { Place } from '../../lib/domain/place.ts'
import type { Opening } from '../../stores/wizard/opening/opening.ts'
import { Facts } from '../ui/Facts.tsx'

/** What is set up: the administration, the location, and the company that was registered for it. */
export function About({ place, opening }: { place: Place; opening: Opening }) {
  const coc = useStore(opening.$registration)?.coc
  const isHidden = useStore(opening.$isHidden)
  return (
    <>
      <Facts
        facts={[
          ['wizard:administration', administrationLabel(place.administration)],
          ['wizard:location', place.location.name],
          ...(coc ? [['wizard:coc', coc] as const] : []),
        ]}
      />
      {isHidden && <p className="help">{translate('wizard:hidden')}</p>}
    </>
  )
}
