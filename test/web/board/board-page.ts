import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectGone, expectShown } from '../../helper/browser.ts'

export const products = (page: Page) => page.getByRole('list', { name: 'Products' })
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const zone = (page: Page) => page.getByRole('combobox', { name: 'Time zone' })

const links = (page: Page) => products(page).getByRole('listitem').locator('a[href^="/products/"]')

export async function openMenu(page: Page, name: 'View' | 'Share'): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await expectShown(page.getByRole('dialog', { name }))
}

/** The names of the products, once the ranking has loaded. */
export async function namesIn(page: Page): Promise<string[]> {
  await expectGone(page.locator('[aria-busy=true]'))
  await expectShown(links(page).first())
  return links(page).allTextContents()
}

/** The names of the products in a response of the service. */
export async function rankedNames(url: string): Promise<string[]> {
  const { posts } = await (await fetch(url)).json()
  return posts.map(({ name }: { name: string }) => name)
}

/** Waits for the ranking of this response: the previous one may still be shown. */
export async function expectRanking(page: Page, url: string): Promise<void> {
  const names = await rankedNames(url)
  await expect.poll(() => namesIn(page), { timeout: 20_000 }).toEqual(names)
}

/** The document as it is where the source took too long: without the answer that the page begins with. */
export async function withoutFirstAnswer(page: Page): Promise<void> {
  await page.route(/\/(\?[^/]*)?$/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace(
      /<script type="application\/json".*?<\/script>/s,
      '',
    )
    await route.fulfill({ response, body })
  })
}
