import type { Page } from '@playwright/test'

/** Returns the button that opens the account menu. */
export const accountButton = (page: Page) =>
  page.getByRole('button', { name: /^(Aangemeld als|Signed in as)/ })

export const signOutButton = (page: Page) =>
  page.getByRole('button', { name: /^(Afmelden|Sign out)$/ })

export async function signOut(page: Page): Promise<void> {
  await accountButton(page).click()
  await signOutButton(page).click()
}
