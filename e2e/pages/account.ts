import type { Page } from '@playwright/test'

/** Button with the user's name that opens the menu. */
export const accountOf = (page: Page) =>
  page.getByRole('button', { name: /^(Aangemeld als|Signed in as)/ })

/** Sign-out button of the open menu. */
export const signOutOf = (page: Page) => page.getByRole('button', { name: /^(Afmelden|Sign out)$/ })

/** Signs out of the portal. */
export async function signOut(page: Page): Promise<void> {
  await accountOf(page).click()
  await signOutOf(page).click()
}
