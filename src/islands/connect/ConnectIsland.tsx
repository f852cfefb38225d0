import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { parseChoice, type Id } from '../../lib/api/endpoint.ts'
import type { Location } from '../../lib/api/places.ts'
import { checkAddress } from '../../lib/domain/coupling.ts'
import { administrationLabel } from '../../lib/domain/place.ts'
import { withReseller } from '../../lib/domain/query.ts'
import { localizedPath, type MessageKey } from '../../lib/i18n/messages.ts'
import { pageLocale, translate } from '../../lib/i18n/page.ts'
import { connectScreen, type Connect, type ConnectField } from '../../stores/connect/screen.ts'
import { getItems, type ListState } from '../../stores/form/list.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { Hydrated } from '../shell/Hydrated.tsx'
import { Approver } from '../ui/Approver.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { Dropdown } from '../ui/Dropdown.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { Notice, Panel } from '../ui/Notice.tsx'
import { LoadedList, Reference } from '../ui/Reason.tsx'
import { Requirements } from '../ui/Requirements.tsx'
import { DraftRestored, ResellerIgnored } from '../ui/ScreenNotices.tsx'
import { Text } from '../ui/Text.tsx'

const isLoadedEmpty = (list: ListState<unknown>) =>
  list.status === 'loaded' && list.items.length === 0

const requiredText = (field: ConnectField) =>
  translate('connect:required', { field: translate(`connect:${field}`) })

function LocationState({ connect }: { connect: Connect }) {
  const settings = useStore(connect.$settings)
  const handOver = useStore(connect.$handOver)
  const isChain = useStore(connect.$coupled).length > 1
  const hasNoLocations = isLoadedEmpty(useStore(connect.locations.$list))
  const address = settings ?? handOver
  return (
    <div role="status">
      {hasNoLocations && <Notice kind="warning" text="connect:noLocationsHelp" />}
      {address && (
        <Notice kind={settings ? 'success' : 'information'}>
          <h2>{translate(settings ? 'connect:coupled' : 'connect:waits')}</h2>
          <p>{translate(settings ? 'connect:coupledHelp' : 'connect:waitsHelp')}</p>
          <p className="buttons">
            <ButtonLink kind="main" href={address.href}>
              {translate(settings ? 'connect:openSettings' : 'connect:toLink')}
            </ButtonLink>
            {settings && (
              <ButtonLink kind="quiet" href={checkAddress(settings, isChain).href}>
                {translate(isChain ? 'connect:checkAll' : 'shell:checkCoupling')}
              </ButtonLink>
            )}
          </p>
        </Notice>
      )}
    </div>
  )
}

/** Screen that couples an existing administration and location (§2). */
function Screen() {
  const [connect] = useState(connectScreen.take)
  const attempt = useStore(connect.$attempts)
  const isBusy = useStore(connect.$isBusy)
  const missing = useStore(connect.$missing)
  const settings = useStore(connect.$settings)
  const hasMainLink = (useStore(connect.$handOver) ?? settings) !== null
  const isRestored = useStore(connect.$isRestored)
  const isOwn = useStore(connect.$isOwn)
  const { administration } = useStore(connect.$choice)
  const canChooseLocation = getItems(useStore(connect.locations.$list)).length > 0

  return (
    <form
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        void connect.submit()
      }}
    >
      {missing.length > 0 && (
        <ErrorSummary
          heading="connect:incomplete"
          problems={missing.map((field) => ({
            field: canChooseLocation ? field : 'administration',
            text: requiredText(field),
          }))}
          attempt={attempt}
        />
      )}
      <ResellerIgnored reseller={connect.reseller} />
      {isRestored && !isBusy && <DraftRestored onDiscard={connect.discard} />}
      <Selector connect={connect} />
      <LocationState connect={connect} />
      <Approver choice={connect.endingChoice} isOwn={isOwn} isDisabled={isBusy} />
      <Requirements administration={administration?.name} heading="h2" hint="requirements:hint" />
      <p className="buttons">
        <ButtonLink
          text="form:back"
          href={withReseller(localizedPath(pageLocale(), '/'), connect.reseller.name)}
        />
        <Button kind={hasMainLink ? 'secondary' : 'main'} type="submit" aria-disabled={isBusy}>
          <Text message={{ key: isBusy ? 'connect:busy' : 'connect:submit' }} />
        </Button>
      </p>
      <RawFormData connect={connect} />
    </form>
  )
}

/** Raw form data, shown while the flag `dry_run` is on (§2). */
function RawFormData({ connect }: { connect: Connect }) {
  const { flags } = signedInPortal()
  useStore(flags.$flags)
  const { administration, location } = useStore(connect.$choice)
  if (!flags.isEnabled('dry_run')) return null

  const data = {
    administration_id: administration?.id ?? null,
    location_id: location?.id ?? null,
    reseller: connect.reseller.name,
  }
  return (
    <Panel id="form-data" title="connect:formData">
      <pre tabIndex={0} translate="no">
        {JSON.stringify(data, null, 2)}
      </pre>
    </Panel>
  )
}

const idOf = ({ id }: { id: Id }) => String(id)
const locationLabel = ({ name, eco }: Location) =>
  parseChoice(eco) ? translate('connect:eco', { name }) : name

const locationPlaceholders = {
  idle: 'connect:chooseAdministrationFirst',
  loading: 'connect:loadingLocations',
  failed: 'connect:noLocations',
  loaded: 'connect:selectLocation',
} as const satisfies Record<ListState<Location>['status'], MessageKey>

function Selector({ connect }: { connect: Connect }) {
  const isDisabled = useStore(connect.$isBusy)
  const missing = useStore(connect.$missing)
  const administrations = useStore(connect.administrations.$list)
  const locations = useStore(connect.locations.$list)
  const { administration, location } = useStore(connect.$choice)
  const isLoading = administrations.status === 'loading'
  const locationOptions = getItems(locations)
  const coupled = useStore(connect.$coupled)
  const ids = [
    ['connect:chosenAdministration', administration],
    ['connect:chosenLocation', location],
  ] as const
  const errorOf = (field: ConnectField) =>
    missing.includes(field) ? requiredText(field) : undefined

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
          options={getItems(administrations)}
          optionId={idOf}
          optionLabel={administrationLabel}
          chosen={administration}
          onChoose={connect.chooseAdministration}
          placeholder={
            isLoading ? 'connect:loadingAdministrations' : 'connect:chooseAdministration'
          }
          isLoading={isLoading}
          isDisabled={isDisabled}
          isRequired
          error={errorOf('administration')}
        />
        {administrations.status === 'loaded' && <Reference message={administrations.leftOut} />}
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
          onChoose={connect.chooseLocation}
          placeholder={
            isLoadedEmpty(locations)
              ? 'connect:noLocations'
              : locationPlaceholders[locations.status]
          }
          isLoading={locations.status === 'loading'}
          isDisabled={isDisabled || locationOptions.length === 0}
          isRequired
          error={errorOf('location')}
        />
        {locations.status === 'loaded' && <Reference message={locations.leftOut} />}
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
      <LoadedList list={connect.administrations} failed="connect:administrationsFailed" />
      {administration && <LoadedList list={connect.locations} failed="connect:locationsFailed" />}
    </>
  )
}

export const ConnectIsland = () => <Hydrated screen={<Screen />} />
