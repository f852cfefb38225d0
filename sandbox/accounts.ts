/** Password of every account in the sandbox. */
export const password = 'koppelpunt'

/**
 * Creates an account of the identity provider.
 *
 * @param purpose description on the sign-in page
 */
const account = (number: number, firstName: string, roles: readonly string[], purpose: string) => ({
  id: `5b8f2c1e-000${number}-4a6d-9c3e-6b1d7f0a000${number}`,
  firstName,
  lastName: 'Oefenaccount',
  name: `${firstName} Oefenaccount`,
  roles,
  purpose,
})

/** Account of a merchant who can see only one administration. */
export const merchant = {
  email: 'merchant@koppelpunt.test',
  ...account(3, 'Winkelier', ['merchant'], 'Winkelier: stelt de koppeling van de eigen winkel in'),
}

/** Account whose user lookup is refused with 403 (§6, §8). */
export const accountWithoutRights = 'norights@koppelpunt.test'

const purposes = {
  reseller: 'Reseller: koppelt administraties en sluit nieuwe klanten aan',
  polaris: 'Winkelier met version-kenmerk polaris: volgt de polaris-route',
  noRights: 'Zonder rechten: gebruikers opzoeken wordt geweigerd (403)',
}

/** Account of the sandbox, optionally with the user attribute `version` (§6). */
export type Account = ReturnType<typeof account> & { email: string; version?: string }

/** Accounts in the order of the sign-in page (contract §5). */
export const accounts: readonly Account[] = [
  { email: 'reseller@koppelpunt.test', ...account(1, 'Reseller', ['reseller'], purposes.reseller) },
  {
    email: 'admin@koppelpunt.test',
    ...account(2, 'Beheerder', ['administrator', 'reseller'], 'Beheerder: ziet en doet alles'),
  },
  merchant,
  {
    email: 'polaris@koppelpunt.test',
    version: 'polaris',
    ...account(4, 'Polaris', ['merchant'], purposes.polaris),
  },
  { email: accountWithoutRights, ...account(5, 'Rechteloos', ['merchant'], purposes.noRights) },
]
