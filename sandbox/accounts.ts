/** An account of the sandbox's identity provider (contract §5). */
export interface Account {
  id: string
  email: string
  firstName: string
  lastName: string
  name: string
  /** What the account is for, in one line: shown on the sign-in page and by `npm start`. */
  purpose: string
  /** Value of the `version` attribute (§6); absent for accounts without one. */
  version?: string
  roles: readonly string[]
}

/** The one password of every account here: this is a practice environment. */
export const password = 'koppelpunt'

/** The account whose user lookup is refused with 403 (§6, §8). */
export const accountWithoutRights = 'norights@koppelpunt.test'

/** The account that has one administration, and is shown no other. */
export const merchant: Account = {
  id: '5b8f2c1e-0003-4a6d-9c3e-6b1d7f0a0003',
  email: 'merchant@koppelpunt.test',
  firstName: 'Winkelier',
  lastName: 'Oefenaccount',
  name: 'Winkelier Oefenaccount',
  purpose: 'Winkelier: stelt de koppeling van de eigen winkel in',
  roles: ['merchant'],
}

/** The five accounts, in the order in which the sign-in page lists them. */
export const accounts: readonly Account[] = [
  {
    id: '5b8f2c1e-0001-4a6d-9c3e-6b1d7f0a0001',
    email: 'reseller@koppelpunt.test',
    firstName: 'Reseller',
    lastName: 'Oefenaccount',
    name: 'Reseller Oefenaccount',
    purpose: 'Reseller: koppelt administraties en sluit nieuwe klanten aan',
    roles: ['reseller'],
  },
  {
    id: '5b8f2c1e-0002-4a6d-9c3e-6b1d7f0a0002',
    email: 'admin@koppelpunt.test',
    firstName: 'Beheerder',
    lastName: 'Oefenaccount',
    name: 'Beheerder Oefenaccount',
    purpose: 'Beheerder: ziet en doet alles',
    roles: ['administrator', 'reseller'],
  },
  merchant,
  {
    id: '5b8f2c1e-0004-4a6d-9c3e-6b1d7f0a0004',
    email: 'polaris@koppelpunt.test',
    firstName: 'Polaris',
    lastName: 'Oefenaccount',
    name: 'Polaris Oefenaccount',
    purpose: 'Winkelier met version-kenmerk polaris: volgt de polaris-route',
    version: 'polaris',
    roles: ['merchant'],
  },
  {
    id: '5b8f2c1e-0005-4a6d-9c3e-6b1d7f0a0005',
    email: accountWithoutRights,
    firstName: 'Rechteloos',
    lastName: 'Oefenaccount',
    name: 'Rechteloos Oefenaccount',
    purpose: 'Zonder rechten: gebruikers opzoeken wordt geweigerd (403)',
    roles: ['merchant'],
  },
]
