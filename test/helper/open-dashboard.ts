import type { Page } from 'playwright-core'

/** Gives the dashboard its key, at whatever place of it a page is. */
export async function openDashboard(page: Page, key: string): Promise<void> {
  await page.getByRole('textbox', { name: 'API key' }).fill(key)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('navigation', { name: 'Dashboard' }).waitFor()
}
