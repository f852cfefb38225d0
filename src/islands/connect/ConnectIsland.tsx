import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getCheckUrl } from '../../lib/domain/coupling.ts'
import { addReseller } from '../../lib/domain/query.ts'
import { localizePath, type MessageKey } from '../../lib/i18n/messages.ts'
import { getPageLocale, translate } from '../../lib/i18n/page.ts'
import { connectScreen, type ConnectScreen } from '../../stores/connect/screen.ts'
import type { ApprovalRoute } from '../../stores/coupling/approval-route.ts'
import { getListItems } from '../../stores/form/list.ts'
import { getSignedInPortal } from '../../stores/shell/portal.ts'
import { ScreenBoundary } from '../shell/ScreenBoundary.tsx'
import { ApproverChoice, Requirements } from '../ui/Approval.tsx'
import { Button, ButtonLink, moveLostFocus } from '../ui/Button.tsx'
import { ErrorSummary } from '../ui/ErrorSummary.tsx'
import { Notice, Panel } from '../ui/Notice.tsx'
import { isListEmpty, PlaceSelector, formatMissingPlace } from '../ui/PlaceSelector.tsx'
import { RestoredNotice, ResellerNotice } from '../ui/ScreenNotices.tsx'
import { MessageText } from '../ui/Text.tsx'

function LocationState({ connect }: { connect: ConnectScreen }) {
  const settings = useStore(connect.$settings)
  const handOver = useStore(connect.$handOver)
  const isChain = useStore(connect.$coupled).length > 1
  const hasNoLocations = isListEmpty(useStore(connect.locations.$list))
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
              <ButtonLink kind="quiet" href={getCheckUrl(settings, isChain).href}>
                {translate(isChain ? 'connect:checkAll' : 'shell:checkCoupling')}
              </ButtonLink>
            )}
          </p>
        </Notice>
      )}
    </div>
  )
}

/** Explanations of the next step, displayed below the submit button. */
const followTexts = {
  approval: 'connect:followsApproval',
  handOver: 'connect:followsLink',
} as const satisfies Record<ApprovalRoute, MessageKey>

/** Screen that couples an existing administration and location (§2). */
function Screen() {
  const [connect] = useState(connectScreen.take)
  const attempt = useStore(connect.$attempts)
  const isBusy = useStore(connect.$isBusy)
  const missing = useStore(connect.$missing)
  const settings = useStore(connect.$settings)
  const hasMainLink = (useStore(connect.$handOver) ?? settings) !== null
  const approvalRoute = useStore(connect.approvalRouteChoice.$approvalRoute)
  const isRestored = useStore(connect.$isRestored)
  const isOwn = useStore(connect.$isOwn)
  const coupled = useStore(connect.$coupled)
  const { administration } = useStore(connect.$choice)
  const canChooseLocation = getListItems(useStore(connect.locations.$list)).length > 0

  return (
    <form
      noValidate
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault()
        const { activeElement } = document
        void connect.submit().then(() => moveLostFocus(activeElement))
      }}
    >
      {missing.length > 0 && (
        <ErrorSummary
          heading="connect:incomplete"
          problems={missing.map((field) => ({
            field: canChooseLocation ? field : 'administration',
            text: formatMissingPlace(field),
          }))}
          attempt={attempt}
        />
      )}
      <ResellerNotice reseller={connect.reseller} />
      {isRestored && !isBusy && <RestoredNotice onDiscard={connect.discard} />}
      <PlaceSelector chooser={connect} isDisabled={isBusy} missing={missing} coupled={coupled} />
      <LocationState connect={connect} />
      <ApproverChoice choice={connect.approvalRouteChoice} isOwn={isOwn} isDisabled={isBusy} />
      <Requirements administration={administration?.name} heading="h2" hint="requirements:hint" />
      <p className="buttons">
        <ButtonLink
          text="form:back"
          href={addReseller(localizePath(getPageLocale(), '/'), connect.reseller.name)}
        />
        <Button kind={hasMainLink ? 'secondary' : 'main'} type="submit" aria-disabled={isBusy}>
          <MessageText message={{ key: isBusy ? 'connect:busy' : 'connect:submit' }} />
        </Button>
      </p>
      <p className="help">
        <MessageText
          message={{ key: settings ? 'connect:followsNewKey' : followTexts[approvalRoute] }}
        />
      </p>
      <RawFormData connect={connect} />
    </form>
  )
}

/** Raw form data, shown while the flag `dry_run` is on (§2). */
function RawFormData({ connect }: { connect: ConnectScreen }) {
  const { flags } = getSignedInPortal()
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

export const ConnectIsland = () => <ScreenBoundary screen={<Screen />} />
