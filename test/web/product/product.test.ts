import { describe, expect, it } from 'vitest'
import { expectGone, expectShown, expectUrl, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useSharedService } from '../../helper/use-service.ts'

describe.skipIf(isChromiumMissing)('the page of a product', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()

  it('a product is shown where it stands, with what is like it', async () => {
    const page = await visit(`${service.url}/?timeframe=2026-10&tz=America/New_York`)
    const first = page.getByRole('list', { name: 'Products' }).getByRole('link').first()
    const name = (await first.textContent()) ?? ''
    await first.click()
    await expectShown(page.getByRole('heading', { level: 1, name, exact: true }))
    expect(await page.title()).toBe(`${name} · Launchboard`)
    const ranks = page.getByRole('list', { name: 'Ranks' })
    const month = ranks.locator(':scope > li').last()
    expect(await month.textContent()).toMatch(/^#1of \d+ in October/)
    const neighbour = month.getByRole('listitem').nth(1).getByRole('link')
    const other = (await neighbour.textContent()) ?? ''
    const alike = page.getByRole('list', { name: /^More in / })
    await expectShown(alike.getByRole('listitem').first())
    // The sample's addresses lead nowhere.
    expect(await page.getByRole('link', { name: 'Visit' }).count()).toBe(0)
    await expectShown(page.getByText('Sample data: these votes are simulated.'))
    await neighbour.click()
    await expectShown(page.getByRole('heading', { level: 1, name: other, exact: true }))
    await ranks.getByRole('link', { name: 'October', exact: true }).click()
    await expectUrl(page, /\?timeframe=2026-10&tz=America%2FNew_York$/)
  })

  it('its site, its makers and what it is are shown where the source has them, and no address of another kind', async () => {
    const page = await visit(service.url)
    let website = 'https://catnapper.example/start'
    await page.route(/\/api\/products\/[^/]+\?/, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      Object.assign(answer.product, { website, description: 'A nap app.', makers: ['Ann', 'Bob'] })
      await route.fulfill({ response, json: answer })
    })
    await page.goto(`${service.url}/products/sample-001`)
    const link = page.getByRole('link', { name: 'catnapper.example' })
    await expectShown(link)
    expect(await link.getAttribute('rel')).toBe('noopener nofollow')
    await expectShown(page.getByText('A nap app.'))
    website = 'javascript:alert(1)//catnapper.example'
    await page.reload()
    await expectShown(page.getByText('By Ann and Bob'))
    expect(await page.locator('a[href^="javascript"]').count()).toBe(0)
  })

  it('while its day goes on, the first five stand beside it, with their pace and what each place takes', async () => {
    const page = await visit(service.url)
    const list = page.getByRole('list', { name: 'Top five of the day' })
    await page.route(/\/api\/products\/[^/]+\?/, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const pace = { gained: 12, perHour: 12.4, from: null, until: null }
      const leader = (rank: number) => ({
        ...{ rank, id: `l${rank}`, name: `Leader ${rank}`, url: null, votesCount: 90 - rank },
        ...{ votesNeeded: 10 - rank, pace },
      })
      answer.leaders = [1, 2, 3, 4, 5].map(leader)
      answer.ranks.day.window.postedBefore = '2999-01-01T00:00:00.000Z'
      await route.fulfill({ response, json: answer })
    })
    await page.goto(`${service.url}/products/sample-001`)
    const rows = list.getByRole('listitem')
    await expectShown(rows.nth(5))
    expect(await rows.nth(4).textContent()).toContain('+12 an hour5 votes to this place')
    expect(await rows.nth(5).getAttribute('class')).toContain('bg-accent-soft')
    await page.unroute(/\/api\/products\/[^/]+\?/)
    await page.goto(`${service.url}/products/sample-002`)
    await expectShown(page.getByRole('list', { name: 'Ranks' }))
    expect(await list.count()).toBe(0)
  })

  it('the day of a product is the one that the service names', async () => {
    const page = await visit(service.url)
    // As for a reader whose browser does not know the law of the year.
    await page.route(/\/api\/products\/[^/]+\?/, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      Object.assign(answer.ranks.day.window, { from: '2020-11-26', to: '2020-11-26' })
      await route.fulfill({ response, json: answer })
    })
    await page.goto(`${service.url}/products/sample-001`)
    const day = page.getByRole('list', { name: 'Ranks' }).getByRole('link').first()
    await expectShown(page.getByText(/^#\d+ on November 26, 2020$/))
    expect(await day.textContent()).toBe('November 26, 2020')
    expect(await day.getAttribute('href')).toContain('timeframe=2020-11-26')
  })

  it('a product can be asked about, one that does not exist has a way back', async () => {
    const page = await visit(`${service.url}/products/sample-001`)
    const ask = page.getByRole('link', { name: 'Ask about this' })
    expect(await ask.getAttribute('href')).toMatch(/^\/chat\?q=Tell\+me\+more\+about\+\w/)
    await page.goto(`${service.url}/products/${encodeURIComponent('no/such?product')}`)
    await expectShown(page.getByRole('heading', { name: 'Not found' }))
    await page.getByRole('link', { name: 'Back to the board' }).click()
    await expectUrl(page, `${service.url}/`)
  })

  it('a product that could not be loaded comes back with the service', async () => {
    const page = await visit('about:blank', { otherHosts: [new URL(service.url).host] })
    await page.route(/\/api\/products/, (route) =>
      route.fulfill({
        status: 503,
        headers: { 'retry-after': '2' },
        body: '{"error":"The source is resting.","code":"upstream-unavailable"}',
      }),
    )
    await page.goto(`${service.url}/products/sample-001`)
    await expectShown(page.getByRole('alert').filter({ hasText: 'The source is resting.' }))
    await expectShown(page.getByRole('button', { name: /^Try again in \d s$/ }))
    await page.unrouteAll()
    await expectShown(page.getByRole('list', { name: 'Ranks' })) // without a click
  })

  it('votes and rank over time are drawn, and read with the keyboard', async () => {
    const path = '/api/products/sample-001/history'
    const { points } = await (await fetch(service.url + path)).json()
    const page = await visit(`${service.url}/products/sample-001`)
    await expectShown(page.getByRole('img', { name: 'Votes over time' }))
    await expectShown(page.getByRole('img', { name: 'Rank over time' }))
    const slider = page.getByRole('slider', { name: /^Read the chart of / })
    await slider.focus()
    await page.keyboard.press('Home')
    const { votes, rank } = points[0]
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'))
      .toMatch(new RegExp(`^\\w+ \\d+, .* · ${votes} votes? · #${rank}$`))
    await page.keyboard.press('End')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/ · \+\d+ an hour$/)
    const table = page.getByRole('table', { name: 'Votes over time' })
    expect(await table.getByRole('row').nth(1).textContent()).toMatch(/, \d+:\d\d [AP]M\d+#\d+$/)
    await expect.poll(() => page.locator('[role=img] polyline').count()).toBeGreaterThan(8)
    await expectShown(page.getByText(/^\d+:\d\d [AP]M #\d+$/))
  })

  it('the way to a product leads back to its week, and on to its neighbours by rank', async () => {
    const { posts } = await (await fetch(`${service.url}/api/launches?timeframe=last_week`)).json()
    const page = await visit(`${service.url}/products/${posts[1].id}`, { timezoneId: 'UTC' })
    const way = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expectShown(way.getByRole('link', { name: /^Week \d+$/ }))
    expect(await way.textContent()).toMatch(new RegExp(`^BoardWeek \\d+${posts[1].name}$`))
    await page.keyboard.press('ArrowLeft')
    await expectShown(page.getByRole('heading', { name: posts[0].name, level: 1 }))
    await page.keyboard.press('ArrowRight')
    await expectShown(page.getByRole('heading', { name: posts[1].name, level: 1 }))
  })

  it('a product can be shared as a link, as Markdown and as a badge', async () => {
    const page = await visit(`${service.url}/products/sample-001`)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Share' }).click()
    await page.getByRole('button', { name: 'Badge' }).click()
    const badge = `${service.url}/products/sample-001/badge.svg`
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`[![Catnapper](${badge})](${service.url}/products/sample-001)`)
    expect(await (await fetch(badge)).text()).toMatch(/#\d+ of the day · 167 votes/)
  })

  it('a gap in the votes of a product is a gap, and a history that fails says so', async () => {
    const page = await visit('about:blank', { otherHosts: [new URL(service.url).host] })
    const at = (hour: number) => `2026-11-20T0${hour}:00:00.000Z`
    const point = (hour: number) => ({ at: at(hour), votes: hour, comments: null, rank: null })
    const gaps = [{ from: at(3), until: at(6), reason: 'source-failed' }]
    const product = { id: 'sample-001', name: 'Catnapper' }
    const none = { product, launchDay: null, launchWeek: null, bestRank: null, percentile: null }
    const answers = [
      { status: 200, json: { points: [1, 2, 3, 6, 7].map(point), gaps, ...none } },
      { status: 200, json: { points: [], gaps: [], ...none, note: 'Nothing is recorded of it.' } },
      { status: 503, json: { error: 'The database is locked.', code: 'unavailable' } },
      { status: 503, json: { error: 'There is none.', code: 'not-configured' } },
    ]
    await page.route(/\/sample-001\/history$/, (route) => route.fulfill(answers.shift()))
    const open = async () => {
      await page.goto(`${service.url}/products/sample-001`)
      await expectShown(page.getByRole('list', { name: 'Ranks' }))
    }
    await open()
    const chart = page.getByRole('img', { name: 'Votes over time' })
    await expectShown(chart)
    expect(await chart.locator('rect').count()).toBe(1)
    await expectShown(page.getByText('The shaded times have no votes: the source did not respond.'))
    await open()
    await expectShown(page.getByText('Nothing is recorded of it.'))
    await open()
    await expectShown(page.getByText('The vote history is unavailable right now.'))
    await open()
    await expectGone(page.getByRole('heading', { name: 'Votes over time' }))
    expect(await page.getByRole('alert').count()).toBe(0)
  })
})
