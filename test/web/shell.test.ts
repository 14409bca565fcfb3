import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PLACES } from '../../src/routes/page.ts'
import {
  accessibilityIssues,
  keepScreenshot,
  layoutShift,
  overflowsSideways,
  THEMES,
  useBrowser,
} from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'

const TOKEN = 'a-token-of-the-test-0123'

describe.skipIf(isChromiumMissing)('the page', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  let service: NodeProcess
  let guarded: NodeProcess

  beforeAll(async () => {
    service = await startNode()
    guarded = await startNode({ AGENT_TOKENS: TOKEN })
  }, 60_000)
  afterAll(() => {
    service?.child.kill('SIGKILL')
    guarded?.child.kill('SIGKILL')
  })

  it.each(PLACES)('the page knows the address %s', async (path) => {
    const page = await visit(service.url + path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: 'Not found' }).count()).toBe(0)
    expect(await page.title()).toMatch(/ · Launchboard$/)
  })

  it('the navigation links have names and lead from place to place', async () => {
    const page = await visit(service.url)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    for (const [name, path] of [
      ['Search', '/search'],
      ['Chat', '/chat'],
      ['Dashboard', '/dashboard'],
      ['Board', '/'],
    ]) {
      await navigation.getByRole('link', { name: name!, exact: true }).click()
      await page.waitForURL(`${service.url}${path}`)
      const heading = page.getByRole('heading', { level: 1 })
      await heading.waitFor()
      expect(await navigation.locator('[aria-current=page]').textContent()).toBe(name)
    }
    await navigation.getByRole('link', { name: 'API' }).click()
    await page.waitForURL(`${service.url}/docs`)
  })

  it('the theme is changed and kept', async () => {
    const page = await visit(service.url)
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.getByRole('button', { name: 'Dark theme' }).click()
    const dark = await ground()
    expect(dark).not.toBe(light)
    await page.reload()
    await page.getByRole('button', { name: 'Light theme' }).waitFor()
    expect(await ground()).toBe(dark)
  })

  it('an unknown address shows that nothing is there and a way back', async () => {
    const page = await visit(`${service.url}/nowhere`)
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    await page.getByRole('link', { name: 'Back to the board' }).click()
    await page.waitForURL(`${service.url}/`)
  })

  it('an unknown address is a 404, as a page for browsers and as JSON for programs', async () => {
    const looked = await fetch(`${service.url}/nowhere`, { headers: { accept: 'text/html,*/*' } })
    expect([looked.status, looked.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    const asked = await fetch(`${service.url}/nowhere`)
    expect([asked.status, (await asked.json()).code]).toEqual([404, 'not-found'])
  })

  it('with tokens the page is shown, and asks for one when needed', async () => {
    for (const path of ['/', '/search', '/chat', '/nowhere']) {
      const response = await fetch(guarded.url + path, { headers: { accept: 'text/html' } })
      expect(response.headers.get('content-type')).toContain('text/html')
    }
    expect((await fetch(`${guarded.url}/nowhere`)).status).toBe(401)
  })

  it('files named by their content are cached for ever', async () => {
    const html = await (await fetch(service.url)).text()
    const script = html.match(/src="(\/assets\/page\/[^"]+\.js)"/)?.[1]
    const kept = await fetch(service.url + script, { headers: { 'accept-encoding': 'br' } })
    expect(kept.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(kept.headers.get('content-encoding')).toBe('br')
    const page = await fetch(service.url)
    expect(page.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const etag = page.headers.get('etag')!
    const again = await fetch(service.url, { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  it('the page says while it is offline', async () => {
    const page = await visit(service.url)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
  })

  it.each([
    ['is offline', (route: Route) => route.abort()],
    ['cannot serve it', (route: Route) => route.fulfill({ status: 503, body: '' })],
  ])(
    'the page says so when the service %s on entering a place, and enters it later',
    async (_, fail) => {
      const page = await visit(service.url)
      await page.getByRole('list', { name: 'Products' }).waitFor()
      await page.route(/\/search$|\/assets\/page\/search/, fail)
      let loads = 0
      page.on('load', () => {
        loads += 1
      })
      await page.getByRole('link', { name: 'Search', exact: true }).click()
      const retry = page.getByRole('button', { name: 'Try again' })
      await retry.click()
      await page.getByRole('alert').getByText('cannot be reached').waitFor()
      expect(loads).toBe(0)
      await page.unrouteAll()
      await retry.click()
      await page.getByRole('searchbox').waitFor()
      expect(loads).toBe(1)
    },
  )

  it('the page loads its new version when it needs a new part', async () => {
    const page = await visit(service.url)
    await page.getByRole('list', { name: 'Products' }).waitFor()
    await page.route(/\/assets\/page\/search.*/, (route) => route.fulfill({ status: 404 }), {
      times: 1,
    })
    await page.route(
      /\/search$/,
      async (route) => {
        const html = await (await fetch(`${service.url}/search`)).text()
        const body = html.replaceAll('/assets/page/', '/assets/later/')
        await route.fulfill({ body, contentType: 'text/html' })
      },
      { times: 1 },
    )
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Search', exact: true }).click()
    await reloaded
    await page.getByRole('searchbox').waitFor()
  })

  it.each(THEMES)('the not-found page has no accessibility issues, %s', async (theme) => {
    const page = await visit(`${service.url}/nowhere`, { theme })
    await page.getByRole('heading', { name: 'Not found' }).waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `not-found-${theme}`)
  })

  it('the page fits a narrow screen, and nothing shifts', async () => {
    for (const path of PLACES) {
      const page = await visit(service.url + path, { width: 320, height: 640 })
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect([path, await overflowsSideways(page)]).toEqual([path, false])
      expect([path, await hiddenLinks(page)]).toEqual([path, []])
      expect(await layoutShift(page)).toBeLessThan(0.01)
    }
  })
})

/** The links of the main navigation that one would have to scroll to. */
const hiddenLinks = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).evaluate((navigation) => {
    const { left, right } = navigation.getBoundingClientRect()
    return [...navigation.querySelectorAll('a')]
      .filter((link) => {
        const bounds = link.getBoundingClientRect()
        return bounds.left < left || bounds.right > right
      })
      .map((link) => link.textContent)
  })
