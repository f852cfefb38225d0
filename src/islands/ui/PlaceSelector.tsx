import { useStore } from '@nanostores/react'
import { parseChoice, type Id } from '../../lib/api/endpoint.ts'
import type { Location } from '../../lib/api/places.ts'
import { administrationLabel } from '../../lib/domain/place.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { PlaceChooser, PlaceField } from '../../stores/coupling/place-choice.ts'
import { getListItems, type ListState } from '../../stores/form/list.ts'
import { Dropdown } from './Dropdown.tsx'
import { LoadedList, FailureReference } from './Reason.tsx'

export const isListEmpty = (list: ListState<unknown>) =>
  list.status === 'loaded' && list.items.length === 0

export const formatMissingPlace = (field: PlaceField) =>
  translate('connect:required', { field: translate(`connect:${field}`) })

const idOf = ({ id }: { id: Id }) => String(id)
const locationLabel = ({ name, eco }: Location) =>
  parseChoice(eco) ? translate('connect:eco', { name }) : name

const locationPlaceholders = {
  idle: 'connect:chooseAdministrationFirst',
  loading: 'connect:loadingLocations',
  failed: 'connect:noLocations',
  loaded: 'connect:selectLocation',
} as const satisfies Record<ListState<Location>['status'], MessageKey>

interface Props {
  chooser: Omit<PlaceChooser, 'start'>
  isDisabled?: boolean
  /** Required fields that were empty at the last submit. */
  missing?: readonly PlaceField[]
  /** Locations that are coupled already. */
  coupled?: readonly Location[]
}

/** Fields that choose an administration and one of its locations (§2). */
export function PlaceSelector({ chooser, isDisabled = false, missing = [], coupled = [] }: Props) {
  const administrations = useStore(chooser.administrations.$list)
  const locations = useStore(chooser.locations.$list)
  const { administration, location } = useStore(chooser.$choice)
  const isLoading = administrations.status === 'loading'
  const locationOptions = getListItems(locations)
  const ids = [
    ['connect:chosenAdministration', administration],
    ['connect:chosenLocation', location],
  ] as const
  const errorOf = (field: PlaceField) =>
    missing.includes(field) ? formatMissingPlace(field) : undefined

  return (
    <>
      <fieldset
        className="panel"
        disabled={isDisabled}
        aria-label={translate('connect:selector')}
        aria-describedby="selector-help"
      >
        <Dropdown
          id="administration"
          label={translate('connect:administration')}
          options={getListItems(administrations)}
          optionId={idOf}
          optionLabel={administrationLabel}
          chosen={administration}
          onChoose={chooser.chooseAdministration}
          placeholder={
            isLoading ? 'connect:loadingAdministrations' : 'connect:chooseAdministration'
          }
          isLoading={isLoading}
          isDisabled={isDisabled}
          isRequired
          error={errorOf('administration')}
        />
        {administrations.status === 'loaded' && (
          <FailureReference message={administrations.leftOut} />
        )}
        <Dropdown
          id="location"
          label={translate('connect:location')}
          options={locationOptions}
          optionId={idOf}
          optionLabel={locationLabel}
          optionNote={(option) =>
            coupled.includes(option) ? translate('connect:alreadyCoupled') : undefined
          }
          chosen={location}
          onChoose={chooser.chooseLocation}
          placeholder={
            isListEmpty(locations) ? 'connect:noLocations' : locationPlaceholders[locations.status]
          }
          isLoading={locations.status === 'loading'}
          isDisabled={isDisabled || locationOptions.length === 0}
          isRequired
          error={errorOf('location')}
        />
        {locations.status === 'loaded' && <FailureReference message={locations.leftOut} />}
        <small className="place" aria-live="polite">
          {ids.map(
            ([name, chosen]) =>
              chosen && (
                <span key={name}>
                  <span>{translate(name)}</span> <strong translate="no">{idOf(chosen)}</strong>{' '}
                </span>
              ),
          )}
        </small>
      </fieldset>
      <LoadedList list={chooser.administrations} failed="connect:administrationsFailed" />
      {administration && <LoadedList list={chooser.locations} failed="connect:locationsFailed" />}
    </>
  )
}
