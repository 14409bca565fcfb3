import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  expectShown,
  keepScreenshot,
  useBrowser,
} from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { startUpstream, type Upstream } from '../../helper/upstream-server.ts'
import { useSharedService } from '../../helper/use-service.ts'
import { namesIn, openMenu, rankedNames } from './board-page.ts'

describe.skipIf(isChromiumMissing)('the board for other pages', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()
  const guarded = useSharedService({ AGENT_TOKENS: 'a-token-of-the-test-0123' })
  let site: Upstream
  let html = ''
  beforeAll(async () => {
    site = await startUpstream((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end(`<!doctype html><html lang="en"><title>A site</title>${html}</html>`)
    })
  })
  afterAll(() => site?.stop())

  /** A page on another site that contains this. */
  function visitSite(content: string) {
    html = content
    const url = `http://localhost:${new URL(site.url).port}/`
    return visit(url, { otherHosts: [new URL(service.url).host] })
  }

  it('the snippet of the share menu shows the board on another site', async () => {
    const board = await visit(`${service.url}/?timeframe=last_week&tz=UTC&limit=3`)
    await namesIn(board)
    await board.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await openMenu(board, 'Share')
    await board.getByRole('button', { name: 'Embed' }).click()
    const dialog = board.getByRole('dialog', { name: 'Embed' })
    await dialog.getByText('Always last week').click()
    await dialog.getByText('Dark', { exact: true }).click()
    const preview = dialog.frameLocator('iframe')
    await expectShown(preview.getByRole('listitem').nth(2))
    expect(await accessibilityIssues(board)).toEqual([])
    await dialog.getByRole('button', { name: 'Copy' }).click()
    const snippet = await board.evaluate(() => navigator.clipboard.readText())
    expect(snippet).toContain(
      `src="${service.url}/embed?timeframe=last_week&amp;tz=UTC&amp;limit=3&amp;theme=dark"`,
    )

    const page = await visitSite(snippet)
    const frame = page.frameLocator('iframe')
    const links = frame.getByRole('list', { name: 'Products' }).getByRole('link')
    await expectShown(links.nth(2))
    expect(await links.allTextContents()).toEqual(
      await rankedNames(`${service.url}/api/launches?timeframe=last_week&tz=UTC&limit=3`),
    )
    const root = frame.locator(':root')
    expect(await root.getAttribute('data-theme')).toBe('dark')
    // All of it is in view.
    expect(
      await root.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    ).toBe(0)
    const [opened] = await Promise.all([page.waitForEvent('popup'), links.first().click()])
    expect(opened.url()).toMatch(`${service.url}/products/`)
    await expectShown(frame.getByRole('link', { name: 'Sample data' }))
    await keepScreenshot(page, 'embed')
  })

  it('an embedded board reads no storage, and says what is wrong', async () => {
    const page = await visit('about:blank', {
      otherHosts: [new URL(service.url).host, new URL(guarded.url).host],
    })
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, {
          get() {
            document.title = `reads ${name}`
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
      }
    })
    await page.goto(`${service.url}/embed?timeframe=2026-10&tz=Mars/Base&limit=99&topic=Music`)
    await expectShown(page.getByRole('list', { name: 'Products' }).getByRole('link').first())
    await expectShown(page.getByRole('heading', { name: 'Music, October 2026' }))
    await expectShown(page.getByText('does not know the time zone “Mars/Base”'))
    await expectShown(page.getByText('“99” is not a number from 1 to 10'))
    expect(await page.title()).not.toMatch(/reads/)
    await page.goto(`${service.url}/embed?timeframe=nonsense`)
    await expectShown(page.getByRole('alert').filter({ hasText: 'is not a timeframe' }))
    await page.goto(`${guarded.url}/embed`)
    await expectShown(page.getByText('This ranking is private.'))
    // The page itself is open without storage too.
    await page.goto(service.url)
    expect(await namesIn(page)).toHaveLength(10)
  })
})
