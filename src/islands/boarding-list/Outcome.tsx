import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Row } from '../../lib/domain/customer-list.ts'
import type { Message, MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import { mailAddress } from '../../lib/mail-address.ts'
import type { RowState } from '../../stores/boarding/list/run.ts'
import { sagaSteps } from '../../stores/boarding/saga.ts'
import { createCopying } from '../../stores/form/copying.ts'
import type { Content } from '../../stores/shell/dialogs.ts'
import { pageEnvironment, signedInPortal } from '../../stores/shell/portal.ts'
import { Button } from '../ui/Button.tsx'
import { Chip } from '../ui/Chip.tsx'
import { Copied } from '../ui/Copied.tsx'
import type { Kind } from '../ui/kinds.ts'
import { Reason, Reference } from '../ui/Reason.tsx'
import { TextAbout } from '../ui/Text.tsx'

/** Each state in words, with what it means, and what the result says is to be done. */
export const stateTexts: Readonly<
  Record<RowState['status'], readonly [MessageKey, Kind, MessageKey?]>
> = {
  waiting: ['customers:waiting', 'neutral', 'customers:toDoWaiting'],
  busy: ['customers:busy', 'information'],
  asking: ['customers:question', 'warning', 'customers:toDoAsking'],
  failed: ['customers:failed', 'failure', 'customers:toDoFailed'],
  skipped: ['customers:skipped', 'neutral', 'customers:toDoSkipped'],
  exists: ['customers:existsAlready', 'neutral'],
  awaiting: ['customers:awaiting', 'information', 'customers:toDoAwaiting'],
  done: ['customers:done', 'success'],
  tried: ['customers:tried', 'neutral'],
}

/** What the form says of itself, as the list has it. */
const ofList: Readonly<Partial<Record<MessageKey, MessageKey>>> = {
  'boarding:merchantExistsHelp': 'customers:accountHelp',
  'boarding:perhapsRegistered': 'customers:perhapsRegistered',
  'boarding:perhapsLocated': 'customers:perhapsLocated',
}

/** What was told or is asked of a row, each in the words of the list. */
export const toldOf = ({ message, detail }: Content): Message[] =>
  [message, ...(detail ? [detail] : [])].map((said) => ({
    ...said,
    key: ofList[said.key] ?? said.key,
  }))

/** What was told or is asked of a row. */
export function Told({ told }: { told: Content }) {
  return (
    <>
      {toldOf(told).map((said) => (
        <Reason key={said.key} message={said} />
      ))}
      <Reference what={told.message} message={told.detail ?? told.message} />
    </>
  )
}

/** How far a row is, and what became of it. */
export function Outcome({ state, row }: { state: RowState; row: Row }) {
  const [text, kind] = stateTexts[state.status]
  const step = state.status === 'busy' && state.step && translate(sagaSteps[state.step])
  const link = 'link' in state && state.link
  return (
    <>
      {/* Of one that exists its doubts say more. */}
      {state.status !== 'exists' && (
        <Chip kind={kind}>{translate(text) + (step ? `: ${step}` : '')}</Chip>
      )}
      {state.notes.map((told) => (
        <Told key={told.message.key} told={told} />
      ))}
      {link && <ApprovalLink key={link.href} row={row} link={link} />}
    </>
  )
}

/** The link by which the customer of a row approves. */
function ApprovalLink({ row, link: { href } }: { row: Row; link: URL }) {
  const [copying] = useState(() => createCopying(pageEnvironment(), () => href))
  const { merchant_info: merchant, serial_info: company } = row.values
  const { name } = company.serial
  const names = { name, person: signedInPortal().person.name }
  const mail = mailAddress({
    to: merchant.username,
    subject: translate('customers:mailSubject', names),
    body: translate('customers:mailBody', { ...names, link: href }),
  })
  return (
    <>
      <p className="buttons">
        <Button kind="quiet" about={name} onClick={() => void copying.copy()}>
          {translate('customers:copyLink')}
        </Button>
        <a className="button" data-kind="quiet" href={mail}>
          <TextAbout about={name}>{translate('customers:mailLink')}</TextAbout>
        </a>
      </p>
      <Copied outcome={useStore(copying.$copying)} text={href} />
    </>
  )
}
