import { describe, expect, it } from 'vitest'
import { expectFocused, expectShown, expectUrl, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useSharedService } from '../../helper/use-service.ts'

const MAX_BYTES = 80_000

describe.skipIf(isChromiumMissing)('the documentation', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()

  it('the guides are read in the frame of the other places, and link to one another', async () => {
    const page = await visit(`${service.url}/docs`)
    const pages = page.getByRole('navigation', { name: 'Documentation' })
    await pages.getByRole('link', { name: 'Rankings as data' }).click()
    await expectUrl(page, `${service.url}/docs/connect/rankings`)
    expect(await page.title()).toBe('Rankings as data · Launchboard')
    expect(await pages.locator('[aria-current=page]').textContent()).toBe('Rankings as data')
    const main = page.getByRole('main')
    await main.getByRole('link', { name: 'HTTP API reference' }).click()
    await expectUrl(page, `${service.url}/docs/reference/http-api`)
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('your own confe')
    await expectShown(pages.getByRole('link', { name: /^Your own confetti/ }).first())
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: 'Board', exact: true })
      .click()
    await expectUrl(page, `${service.url}/`)
  })

  it('the reference has each operation, with samples to copy that call this service', async () => {
    const page = await visit(`${service.url}/docs/api/rankings`)
    const openapi = await (await fetch(`${service.url}/openapi.json`)).json()
    const operations: { operationId: string; tags: string[] }[] = Object.values(
      openapi.paths,
    ).flatMap((methods) => Object.values(methods as object))
    for (const { operationId, tags } of operations) {
      if (tags?.includes('Rankings'))
        expect(await page.locator(`h2#${operationId}`).count()).toBe(1)
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('radio', { name: 'Python' }).first().check()
    const sample = page.locator('[data-language=Python]').first()
    await sample.getByRole('button', { name: 'Copy' }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toContain(`requests.get("${service.url}/api/top")`)
  })

  it('one field searches the documents, and a key leads to it', async () => {
    const page = await visit(`${service.url}/docs/operate/limits`, { width: 700 })
    await expectShown(page.getByRole('link', { name: 'Board', exact: true }))
    await page.keyboard.press('/')
    const field = page.getByRole('combobox')
    await expectFocused(field)
    await field.fill('proxy')
    await page.getByRole('option').filter({ hasText: 'Behind a proxy' }).first().click()
    await expectUrl(page, /\/docs\/operate\/access#behind-a-proxy/)
  })

  it('what is on a page is listed beside it, and above it in a narrow window', async () => {
    const page = await visit(`${service.url}/docs/operate/limits`)
    await page.setViewportSize({ width: 1400, height: 900 })
    const sections = page.getByRole('navigation', { name: 'On this page' })
    await expectShown(sections.getByRole('link', { name: 'The chat platform' }))
    await page.setViewportSize({ width: 400, height: 800 })
    await expect.poll(() => sections.isVisible()).toBe(false)
    await page.getByText('On this page', { exact: true }).click()
    await sections.getByRole('link', { name: 'The chat platform' }).click()
    await expectUrl(page, `${service.url}/docs/operate/limits#the-chat-platform`)
  })

  it('programs read the pages as Markdown, and a list of them at /llms.txt', async () => {
    const list = await fetch(`${service.url}/llms.txt`)
    expect(list.headers.get('cache-control')).toBe('public, max-age=3600')
    const links = [...(await list.text()).matchAll(/\]\((\/docs\/[^)]+\.md)\)/g)]
    expect(links.length).toBeGreaterThan(20)
    for (const [, path] of links) {
      const page = await fetch(service.url + path)
      expect(page.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(await page.text()).toMatch(/^# /)
    }
    expect(await (await fetch(`${service.url}/llms-full.txt`)).text()).toContain('\n# ')
  })

  it('a page of the documentation is below 80 KB with all that it loads', async () => {
    const page = await visit('about:blank', { otherHosts: [new URL(service.url).host] })
    for (const path of ['/docs', '/docs/operate/limits', '/docs/api/agent']) {
      await page.goto(service.url + path)
      await page.waitForLoadState('networkidle')
      const bytes = await page.evaluate(() =>
        [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
          .filter((entry) => entry instanceof PerformanceResourceTiming)
          .reduce((total, { encodedBodySize }) => total + encodedBodySize, 0),
      )
      expect(bytes).toBeGreaterThan(20_000)
      expect(bytes).toBeLessThan(MAX_BYTES)
    }
  })
})
