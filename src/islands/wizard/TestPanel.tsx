import { useStore } from '@nanostores/react'
import { withoutSecret } from '../../lib/accounting/snelstart/calls.ts'
import { ledgerPurposes } from '../../lib/accounting/snelstart/ledgers.ts'
import { translate } from '../../lib/i18n/page.ts'
import { itemsOf } from '../../stores/form/list.ts'
import type { Setup } from '../../stores/wizard/setup.ts'
import { signedInPortal } from '../../stores/shell/portal.ts'
import { rows } from '../../lib/accounting/snelstart/choices.ts'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'

/** The expandable panel of test mode (§2): wizard data, company settings, accounting package data. */
export function TestPanel({ setup }: { setup: Setup }) {
  const { flags } = signedInPortal().portal
  useStore(flags.$flags)
  const values = useStore(setup.$values)
  const templates = useStore(setup.templates.$list)
  const relation = useStore(setup.relation.$state)
  const current = useStore(setup.$settings)
  // Renders again whenever a ledger changes.
  useStore(setup.$summary)
  if (!flags.isEnabled('test_mode')) return null

  const ledgers = ledgerPurposes.map((purpose) => [purpose, setup.ledgers[purpose].$state.get()])
  const parts = [
    ['wizard:testWizard', namedChoices(values)],
    ['wizard:testSettings', withoutSecret(current)],
    [
      'wizard:testAccounting',
      {
        info: setup.$info.get(),
        order_templates: itemsOf(templates),
        ledgers: Object.fromEntries(ledgers) as unknown,
        relation,
      },
    ],
  ] as const
  return (
    <details className="panel">
      <summary>{translate('wizard:testMode')}</summary>
      {parts.map(([title, data]) => (
        <section key={title} aria-label={translate(title)}>
          <h3>{translate(title)}</h3>
          <pre tabIndex={0} translate="no">
            {JSON.stringify(data, null, 2)}
          </pre>
        </section>
      ))}
    </details>
  )
}

/** The choices under the names of §3. */
function namedChoices(values: WizardValues): unknown {
  const named: Record<string, Record<string, unknown>> = {}
  for (const { name, step, group = step } of rows) {
    const answer = Object.entries(values).find(([each]) => each === name)?.[1]
    if (answer === undefined) continue
    const isProduct = typeof answer === 'object' && answer !== null
    named[group] = { ...named[group], [name]: isProduct ? answer.chosen : answer }
  }
  return named
}
