import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectGone, expectShown, overflowsSideways, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useService, useSharedService } from '../../helper/use-service.ts'
import {
  expectRanking,
  namesIn,
  products,
  rankedNames,
  tab,
  withoutFirstAnswer,
} from './board-page.ts'

const RANKINGS = /\/api\/launches/

const LAUNCHES = JSON.stringify([
  {
    id: 'hostile',
    name: `<img src=x onerror=alert(1)><b>Bold</b> ${'سلام 你好 '.repeat(30)}`,
    tagline: `${'long'.repeat(60)} <script>alert(1)</script>`,
    url: 'https://launchboard.example/hostile',
    votesCount: 1_234_567,
    launchedAt: '2026-11-20T12:00:00Z',
    topics: ['"><script>alert(1)</script>', 'C++ & C#'],
  },
  { id: 'plain', name: 'Plain', votesCount: 3, launchedAt: '2026-11-20T13:00:00Z' },
])

describe.skipIf(isChromiumMissing)('the ranking', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()
  const hostile = useService(async () => {
    const file = join(tmpdir(), 'hostile.json')
    await writeFile(file, LAUNCHES)
    return { CATALOGUE_FILE: file }
  })

  it('the board explains an invalid URL or an empty ranking, with a way out', async () => {
    const page = await visit(`${service.url}/?timeframe=nonsense&tz=UTC&limit=5`)
    const alert = page.getByRole('alert')
    await expectShown(page.getByText('“nonsense” is not a timeframe. Choose one of these.'))
    await page.locator('main').getByRole('link', { name: 'Last week' }).click()
    expect(await namesIn(page)).toHaveLength(5)
    // A zone that browsers know but IANA does not.
    await page.goto(`${service.url}/?tz=AST&timeframe=today`)
    await expectShown(alert.filter({ hasText: 'must be an IANA time zone' }))
    await alert.getByRole('link', { name: 'Show last week' }).click()
    expect(await namesIn(page)).toHaveLength(10)
    const status = page.getByRole('status')
    await page.goto(`${service.url}/?limit=many&tz=Mars/Base`)
    await expectShown(status.filter({ hasText: '“many” is not a number from 1 to 10' }))
    await expectShown(status.filter({ hasText: 'does not know the time zone “Mars/Base”' }))
    expect(await namesIn(page)).toHaveLength(10)
    await page.goto(`${service.url}/?timeframe=1999-12-31&tz=UTC&topic=Music`)
    await expectShown(page.getByText('Nothing in Music launched in this period.'))
    await page.getByRole('link', { name: 'Show all topics' }).click()
    await expectShown(page.getByText('Nothing launched in this period.'))
    await page.getByRole('link', { name: 'Show last week' }).click()
    expect(await namesIn(page)).toHaveLength(10)
  })

  it('the board shows the ranking of the last choice, whatever the order of responses', async () => {
    const page = await visit(service.url)
    await namesIn(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const held = page.waitForRequest(/timeframe=today/)
    await page.route(/timeframe=today/, async (route) => {
      await released
      await route.continue().catch(() => {}) // the page has aborted it
    })
    await tab(page, 'Today').click()
    await held
    await expectShown(page.locator('[aria-busy=true]'))
    await tab(page, 'Yesterday').click()
    const path = `${service.url}/api/launches?timeframe=yesterday&tz=America/New_York&limit=10`
    await expectRanking(page, path)
    release()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await namesIn(page)).toEqual(await rankedNames(path))
  })

  it('the board shows errors, incomplete responses and stale ones', async () => {
    const page = await visit('about:blank', { otherHosts: [new URL(service.url).host] })
    const answer = (status: number, body: string) =>
      page.route(RANKINGS, (route) =>
        route.fulfill({ status, body, contentType: 'application/json' }),
      )
    await withoutFirstAnswer(page)
    await answer(503, '{"error":"The source is resting.","code":"upstream-unavailable"}')
    await page.goto(service.url)
    await expectShown(page.getByRole('alert').filter({ hasText: 'The source is resting.' }))
    await answer(200, '{"posts":[{"id"')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectShown(page.getByRole('alert').filter({ hasText: 'was cut off' }))
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await namesIn(page)).toHaveLength(10)

    // A failed request must not leave the previous ranking.
    await page.route(/timeframe=today/, (route) => route.abort())
    await tab(page, 'Today').click()
    await expectShown(page.getByRole('alert').filter({ hasText: 'cannot be reached' }))
    expect(await products(page).count()).toBe(0)

    const fresh = await (await fetch(`${service.url}/api/launches?timeframe=this_week`)).text()
    await withoutFirstAnswer(page)
    await answer(200, fresh.replace('"stale":false', '"stale":true'))
    await page.goto(`${service.url}/?timeframe=this_week`)
    await expectShown(page.getByRole('status').filter({ hasText: 'The source is not responding.' }))
  })

  it('what is rising is beside the board, where there is any', async () => {
    const page = await visit('about:blank', { otherHosts: [new URL(service.url).host] })
    const { posts } = await (await fetch(`${service.url}/api/top?limit=1`)).json()
    const rise = { minutes: 180, gained: 1_048, expected: 12.5, chance: 1e-9, score: 9 }
    const answers = [
      { status: 200, json: { enough: true, posts: [{ ...posts[0], ...rise }] } },
      { status: 200, json: { enough: true, posts: [] } },
      { status: 503, json: { error: 'There is none.', code: 'not-configured' } },
    ]
    await page.route(/\/api\/trending/, (route) => route.fulfill(answers.shift()))
    await page.goto(`${service.url}/?timeframe=today`)
    const rising = page.getByRole('list', { name: 'Rising' }).getByRole('listitem')
    await expectShown(rising)
    expect(await rising.textContent()).toContain('+1,048 votes in 3 h')
    expect(await rising.getByRole('link').textContent()).toBe(posts[0].name)
    for (let at = 0; at < 2; at += 1) {
      const answered = page.waitForResponse(/\/api\/trending/)
      await page.reload()
      await answered
      await namesIn(page)
      await expectGone(page.getByRole('heading', { name: 'Rising' }))
    }
  })

  it('the board shows hostile launches as plain text', async () => {
    const page = await visit(`${hostile.url}/?timeframe=2026-11-20&tz=UTC`, { width: 320 })
    const item = products(page).getByRole('listitem').first()
    await expectShown(item.getByText('<img src=x onerror=alert(1)><b>Bold</b>'))
    expect(await products(page).locator('img[src=x], b, script').count()).toBe(0)
    expect(await overflowsSideways(page)).toBe(false)
    await item.getByRole('link').first().click()
    await expectShown(page.getByRole('heading', { level: 1, name: /<b>Bold/ }))
    await expectShown(page.getByRole('link', { name: 'Visit' }))
    expect(await page.locator('main').locator('img[src=x], b, script').count()).toBe(0)
    expect(await overflowsSideways(page)).toBe(false)
    // Links to other sites are only http(s), whatever a response contains.
    await page.route(/\/api\/products/, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({
        response,
        body: text.replaceAll('https://launchboard', 'javascript://'),
      })
    })
    await page.reload()
    await expectShown(page.getByRole('heading', { level: 1, name: /<b>Bold/ }))
    expect(await page.locator('a[target=_blank]').count()).toBe(0)
  })
})
