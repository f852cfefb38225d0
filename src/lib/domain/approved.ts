const parameter = 'approved'
const byCustomer = 'customer'

/** Where somebody arrives who approved by a link that was handed on, and who may not know the portal. */
export function forCustomer(wizard: URL): URL {
  const address = new URL(wizard)
  address.searchParams.set(parameter, byCustomer)
  return address
}

/** Whether an address says so: nobody else has written it, and anybody may. */
export function isForCustomer({ searchParams }: URL): boolean {
  return searchParams.get(parameter) === byCustomer
}

/** The wizard that such an address leads to. */
export function withoutCustomer(address: URL): URL {
  const wizard = new URL(address)
  wizard.searchParams.delete(parameter)
  return wizard
}
