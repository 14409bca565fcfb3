import { describe, expect, it } from 'vitest'
import {
  expectFocused,
  expectGone,
  expectShown,
  expectUrl,
  useBrowser,
} from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useSharedService } from '../../helper/use-service.ts'

const TOKEN = 'a-token-of-the-test-0123'

describe.skipIf(isChromiumMissing)('the page', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()
  const guarded = useSharedService({ AGENT_TOKENS: TOKEN })

  it('the links of the navigation lead to each page and mark the current one', async () => {
    const page = await visit(service.url)
    const navigation = page.getByRole('navigation', { name: 'Main' })
    for (const [name, path] of [
      ['Chat', '/chat'],
      ['Dashboard', '/dashboard'],
      ['Board', '/'],
    ]) {
      await navigation.getByRole('link', { name: name!, exact: true }).click()
      await expectUrl(page, `${service.url}${path}`)
      const heading = page.getByRole('heading', { level: 1 })
      await expectShown(heading)
      expect(await navigation.locator('[aria-current=page]').textContent()).toBe(name)
    }
    await navigation.getByRole('link', { name: 'Docs' }).click()
    await expectUrl(page, `${service.url}/docs`)
  })

  it('the palette finds products, windows, places and actions, and the shortcuts are listed', async () => {
    const page = await visit(`${service.url}/dashboard`)
    const palette = page.getByRole('dialog', { name: 'Command palette' })
    const field = palette.getByRole('combobox')
    const option = (name: string) => palette.getByRole('option').filter({ hasText: name }).first()
    await expectShown(page.getByRole('heading', { level: 1 }))
    await page.locator('body').click()
    await page.keyboard.press('?')
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await expectShown(shortcuts)
    await page.keyboard.press('Escape')
    await expectGone(shortcuts)
    await page.keyboard.press('/')
    await expectFocused(field)
    await page.keyboard.type('catnapper')
    await expectShown(option('votes'))
    await expectShown(option('Ask “catnapper”'))
    await page.keyboard.press('Enter')
    await expectUrl(page, /\/products\/sample-/)

    await page.keyboard.press('Control+k')
    await expectFocused(field)
    await page.keyboard.type('w46 Berlin')
    await expectShown(option('Week 46, 2026, Berlin time'))
    await page.keyboard.press('Enter')
    await expectUrl(page, /timeframe=2026-W46&tz=Europe\/Berlin/)
    await expectShown(page.getByRole('list', { name: 'Products' }).getByRole('listitem').first())
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expectFocused(page.locator('ol a[href^="/products/"]').nth(1))
    await page.keyboard.press('1')
    await expectUrl(page, /timeframe=today/)
    await page.getByRole('searchbox', { name: 'Search products' }).click()
    await expectFocused(field)
    await page.keyboard.type('dark')
    await option('Dark theme').click()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset.theme))
      .toBe('dark')
    // The field of the header has the focus again, where "/" is a sign.
    await page.keyboard.press('Control+k')
    await expectFocused(field)
    await page.keyboard.type('places')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await expectGone(palette)
  })

  it('the theme is changed and kept', async () => {
    const page = await visit(service.url)
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    const light = await ground()
    await page.getByRole('button', { name: 'Dark theme' }).click()
    const dark = await ground()
    expect(dark).not.toBe(light)
    await page.reload()
    await expectShown(page.getByRole('button', { name: 'Light theme' }))
    expect(await ground()).toBe(dark)
  })

  it('an unknown address shows Not found and a way back', async () => {
    const page = await visit(`${service.url}/nowhere`)
    await expectShown(page.getByRole('heading', { name: 'Not found' }))
    await page.getByRole('link', { name: 'Back to the board' }).click()
    await expectUrl(page, `${service.url}/`)
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

  it('a service with tokens serves the page without one', async () => {
    for (const path of ['/', '/search', '/chat', '/nowhere']) {
      const response = await fetch(guarded.url + path, { headers: { accept: 'text/html' } })
      expect(response.headers.get('content-type')).toContain('text/html')
    }
    expect((await fetch(`${guarded.url}/nowhere`)).status).toBe(401)
  })

  it('the page shows a notice while it is offline', async () => {
    const page = await visit(service.url)
    await expectShown(page.getByRole('heading', { level: 1 }))
    await page.context().setOffline(true)
    await expectShown(page.getByText('You are offline.'))
    await page.context().setOffline(false)
    await expectGone(page.getByText('You are offline.'))
  })

  it('a page that cannot be loaded can be retried', async () => {
    const page = await visit(service.url)
    await expectShown(page.getByRole('list', { name: 'Products' }))
    await page.route(/\/chat$|\/assets\/page\/chat/, (route) => route.abort())
    let loads = 0
    page.on('load', () => {
      loads += 1
    })
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    const retry = page.getByRole('button', { name: 'Try again' })
    await retry.click()
    await expectShown(page.getByRole('alert').getByText('cannot be reached'))
    expect(loads).toBe(0)
    await page.unrouteAll()
    await retry.click()
    await expectShown(page.getByRole('textbox', { name: 'Message' }))
    expect(loads).toBe(1)
  })

  it('the page reloads when a new version has been deployed', async () => {
    const page = await visit(service.url)
    await expectShown(page.getByRole('list', { name: 'Products' }))
    let isOld = true
    page.on('request', (request) => {
      if (request.isNavigationRequest()) isOld = false
    })
    await page.route(/\/assets\/page\/chat.*/, (route) =>
      isOld ? route.fulfill({ status: 404 }) : route.continue(),
    )
    await page.route(
      /\/chat$/,
      async (route) => {
        const html = await (await fetch(`${service.url}/chat`)).text()
        const body = html.replaceAll('/assets/page/', '/assets/later/')
        await route.fulfill({ body, contentType: 'text/html' })
      },
      { times: 1 },
    )
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Chat', exact: true }).click()
    await reloaded
    await expectShown(page.getByRole('textbox', { name: 'Message' }))
  })
})
