import { paymentPurposes, registerPurposes, type LedgerPurpose } from '../../lib/domain/ledgers.ts'
import type { MessageKey } from '../../lib/i18n/messages.ts'
import { translate } from '../../lib/i18n/page.ts'
import type { Setup } from '../../stores/wizard/setup.ts'
import { LedgerField } from './LedgerField.tsx'

/** The seven ledgers (§2): three for payments, four for the register. */
export function LedgersStep({ setup }: { setup: Setup }) {
  return (
    <>
      <p className="help">{translate('wizard:ledgersHelp')}</p>
      <Group setup={setup} heading="wizard:paymentLedgers" purposes={paymentPurposes} />
      <Group setup={setup} heading="wizard:registerLedgers" purposes={registerPurposes} />
    </>
  )
}

interface GroupProps {
  setup: Setup
  heading: MessageKey
  purposes: readonly LedgerPurpose[]
}

function Group({ setup: { ledgers, allLedgers }, heading, purposes }: GroupProps) {
  return (
    <section className="ledger-group">
      <h3>{translate(heading)}</h3>
      {purposes.map((purpose) => (
        <LedgerField key={purpose} item={ledgers[purpose]} allLedgers={allLedgers} />
      ))}
    </section>
  )
}
