import type { Page } from '@playwright/test'

/** Returns the button that opens the account menu. */
export const accountOf = (page: Page) =>
  page.getByRole('button', { name: /^(Aangemeld als|Signed in as)/ })

export const signOutOf = (page: Page) => page.getByRole('button', { name: /^(Afmelden|Sign out)$/ })

export async function signOut(page: Page): Promise<void> {
  await accountOf(page).click()
  await signOutOf(page).click()
}
