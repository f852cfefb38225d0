import type { Page } from '@playwright/test'

/** The button that names who has signed in, and opens the menu. */
export const accountOf = (page: Page) =>
  page.getByRole('button', { name: /^(Aangemeld als|Signed in as)/ })

/** What signs out, once that menu is open. */
export const signOutOf = (page: Page) => page.getByRole('button', { name: /^(Afmelden|Sign out)$/ })

/** Signs out of the portal. */
export async function signOut(page: Page): Promise<void> {
  await accountOf(page).click()
  await signOutOf(page).click()
}
