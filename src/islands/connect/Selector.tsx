import { useStore } from '@nanostores/react'
import { useMemo } from 'react'
import { choiceOf } from '../../lib/api/endpoint.ts'
import type { Location } from '../../lib/api/locations.ts'
import { administrationLabel } from '../../lib/domain/place.ts'
import { apartIn } from '../../lib/domain/options.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { Connect, Field } from '../../stores/connect/connect.ts'
import { itemsOf, type ListState } from '../../stores/form/list.ts'
import { Dropdown } from '../ui/Dropdown.tsx'
import { Reference } from '../ui/Reason.tsx'
import { Retry } from '../ui/Retry.tsx'

interface Props {
  connect: Connect
  isDisabled: boolean
  errorOf: (field: Field) => string | undefined
}

const idOf = ({ id }: { id: string | number }) => String(id)
const locationLabel = ({ name, eco }: Location) =>
  choiceOf(eco) ? translate('connect:eco', { name }) : name

function locationPlaceholder(locations: ListState<Location>): MessageKey {
  switch (locations.status) {
    case 'idle':
      return 'connect:chooseAdministrationFirst'
    case 'loading':
      return 'connect:loadingLocations'
    case 'failed':
      return 'connect:noLocations'
    case 'loaded':
      return locations.items.length === 0 ? 'connect:noLocations' : 'connect:selectLocation'
  }
}

/** The required administration-and-location selector (§2). */
export function Selector({ connect, isDisabled, errorOf }: Props) {
  const administrations = useStore(connect.administrations.$list)
  const locations = useStore(connect.locations.$list)
  const { administration, location } = useStore(connect.$choice)
  const isLoading = administrations.status === 'loading' || administrations.status === 'idle'
  const administrationOptions = itemsOf(administrations)
  const locationOptions = itemsOf(locations)
  // The search of thousands is prepared anew with each other function.
  const administrationApart = useMemo(
    () => apartIn(administrationOptions, administrationLabel),
    [administrationOptions],
  )
  const locationApart = useMemo(() => apartIn(locationOptions, locationLabel), [locationOptions])
  const coupled = useStore(connect.$coupled)
  const areAllKnown = useStore(connect.$areAllKnown)

  return (
    <fieldset disabled={isDisabled} aria-describedby="selector-help">
      <legend>{translate('connect:selector')}</legend>
      <p className="help" id="selector-help">
        {translate('connect:selectorHelp')}
      </p>
      <Dropdown
        id="administration"
        label={translate('connect:administration')}
        options={administrationOptions}
        optionId={idOf}
        optionLabel={administrationApart}
        chosen={administration}
        onChoose={connect.chooseAdministration}
        placeholder={{
          key: isLoading ? 'connect:loadingAdministrations' : 'connect:chooseAdministration',
        }}
        isLoading={isLoading}
        isDisabled={isDisabled}
        isRequired
        error={errorOf('administration')}
      />
      {administrations.status === 'failed' && (
        <Retry
          message={{ key: 'connect:administrationsFailed' }}
          detail={administrations.detail}
          onRetry={() => void connect.administrations.reload()}
        />
      )}
      {administrations.status === 'loaded' && <Reference message={administrations.leftOut} />}
      <Dropdown
        id="location"
        label={translate('connect:location')}
        options={locationOptions}
        optionId={idOf}
        optionLabel={locationApart}
        optionNote={(option) =>
          coupled.includes(option) ? translate('connect:alreadyCoupled') : undefined
        }
        chosen={location}
        onChoose={connect.chooseLocation}
        placeholder={{ key: locationPlaceholder(locations) }}
        isLoading={locations.status === 'loading'}
        isDisabled={isDisabled || locationOptions.length === 0}
        isRequired
        error={errorOf('location')}
      />
      {locations.status === 'failed' && (
        <Retry
          message={{ key: 'connect:locationsFailed' }}
          detail={locations.detail}
          onRetry={() => void connect.locations.reload()}
        />
      )}
      {locations.status === 'loaded' && <Reference message={locations.leftOut} />}
      <p className="visually-hidden" role="status">
        {areAllKnown &&
          coupled.length > 0 &&
          translate('connect:coupledLocations', {
            locations: coupled.map(locationApart).join(', '),
          })}
      </p>
      <dl className="facts" aria-live="polite">
        {administration && (
          <div>
            <dt>{translate('connect:chosenAdministration')}</dt>
            <dd translate="no">{administration.id}</dd>
          </div>
        )}
        {location && (
          <div>
            <dt>{translate('connect:chosenLocation')}</dt>
            <dd translate="no">{location.id}</dd>
          </div>
        )}
      </dl>
    </fieldset>
  )
}
