import { dryRunId } from '../../lib/api/endpoint.ts'
import type { Product } from '../../lib/accounting/snelstart/calls.ts'
import type { WizardValues } from '../../lib/accounting/snelstart/values.ts'

/** The products that are chosen and used. */
export function productsIn({ import_and_sync: importAndSync }: WizardValues): Product[] {
  const { open_invoices: openInvoices, emballage } = importAndSync
  const paying = openInvoices.open_invoice_product ? openInvoices.product : null
  return [paying, emballage.emballage_product].filter((product) => product !== null)
}

/** The answers without products that a dry run only pretended to make: not worth remembering. */
export function withoutDryRunItems(values: WizardValues): WizardValues {
  const { open_invoices: openInvoices, emballage } = values.import_and_sync
  const real = (product: Product | null) => (product?.id === dryRunId ? null : product)
  return {
    ...values,
    import_and_sync: {
      ...values.import_and_sync,
      open_invoices: { ...openInvoices, product: real(openInvoices.product) },
      emballage: { ...emballage, emballage_product: real(emballage.emballage_product) },
    },
  }
}
