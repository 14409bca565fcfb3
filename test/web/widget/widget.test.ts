import { describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  expectFocused,
  expectGone,
  expectShown,
  keepScreenshot,
  overflowsSideways,
} from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { openWidget, send, useForeignPage } from './foreign-page.ts'

describe.skipIf(isChromiumMissing)('the chat widget', { timeout: 60_000 }, () => {
  const { service, client, signIn, ranker, visitWith, visitRunning } = useForeignPage()

  it('the widget works on another origin under a strict policy from one script element', async () => {
    const token = await signIn('ann')
    const page = await visitWith(ranker(token))
    const dialog = await openWidget(page)
    await expectShown(dialog.getByText('Ahoy!'))
    expect(await dialog.locator('strong').textContent()).toBe('launches')
    await dialog.getByRole('button', { name: 'Top 3 last week' }).click()
    const log = dialog.getByRole('log', { name: 'Conversation' })
    await expectShown(log.getByRole('article', { name: 'You' }).getByText('Top 3 last week'))
    const answer = log.getByRole('article', { name: 'Ranker' })
    await expectShown(answer.getByRole('group', { name: "Ranked last week's launches" }))
    await expectShown(answer.getByRole('list', { name: 'Products found' }))
    await expectShown(answer.getByText('From this service’s catalogue').first())
    await expectShown(answer.getByText(/^.+ won last week with .+\.$/))
    await page.reload()
    const again = await openWidget(page)
    await expectShown(again.getByText('From this service’s catalogue').first())
    expect(await again.getByRole('status').first().textContent()).toBe('')
    expect(await again.getByRole('article').count()).toBe(2)
  })

  it('the widget has no accessibility issues and fits a narrow screen', async () => {
    const token = await signIn('axe')
    const page = await visitWith(ranker(token), { width: 320, height: 640 })
    const dialog = await openWidget(page)
    await expectShown(dialog.getByText('Ahoy!'))
    expect(await accessibilityIssues(page, 'launchboard-chat')).toEqual([])
    await send(dialog, 'top 3 last week')
    await expectShown(dialog.getByRole('log').getByText('From this service’s catalogue').first())
    expect(await accessibilityIssues(page, 'launchboard-chat')).toEqual([])
    expect(await overflowsSideways(page)).toBe(false)
    await send(dialog, 'votes of Curlewtest over time')
    const chart = dialog.getByRole('img', { name: 'Votes over time' })
    await expectShown(chart)
    expect((await chart.boundingBox())?.height).toBeGreaterThan(200)
    await send(dialog, 'compare Curlewtest and Doodlewick')
    const figures = dialog.getByRole('region', { name: 'Comparison' }).getByRole('table')
    await expectShown(figures.nth(1).getByText('Rank of its day'))
    expect(await figures.first().getByRole('columnheader').allTextContents()).toEqual([
      'Hours',
      'Curlewtest',
      'Doodlewick',
    ])
    expect(await accessibilityIssues(page, 'launchboard-chat')).toEqual([])
    expect(await overflowsSideways(page)).toBe(false)
    await page.setViewportSize({ width: 900, height: 760 })
    await keepScreenshot(page, 'widget')
  })

  it('two widgets look the same whatever the page styles', async () => {
    const token = await signIn('two')
    const page = await visitWith(`${ranker(token)}<script nonce="page">
        Launchboard.chat({ agent: 'banner', token: '${token}' })
        document.adoptedStyleSheets = [new CSSStyleSheet()]
        document.adoptedStyleSheets[0].replaceSync('* { font-size: 40px; text-transform: uppercase }')
      </script>`)
    const [first, second] = await Promise.all(
      ['Ranker', 'Banner'].map(async (name) => {
        const bubble = page.getByRole('button', { name: `Chat with ${name}` })
        await expectShown(bubble)
        return (await bubble.boundingBox())!
      }),
    )
    expect(second!.x + second!.width).toBeLessThanOrEqual(first!.x)
    const dialog = await openWidget(page)
    const look = await dialog.locator('strong').evaluate((element) => {
      const { fontSize, textTransform } = getComputedStyle(element)
      return { fontSize, textTransform }
    })
    expect(look).toEqual({ fontSize: '15px', textTransform: 'none' })
  })

  it('frontend actions reach the page, and their results the agent', async () => {
    const token = await signIn('bea')
    const page = await visitRunning(`
      globalThis.shown = []
      Launchboard.chat({
        agent: 'banner',
        token: () => Promise.resolve('${token}'),
        actions: { showBanner: ({ text }) => { shown.push(text); return { seen: text } } },
      })
    `)
    const dialog = await openWidget(page, 'Banner')
    await send(dialog, 'Hello there')
    await expectShown(dialog.getByRole('log').getByText('The page says {"seen":"Hello there"}'))
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shown'))).toEqual(['Hello there'])
  })

  it('the widget reports an expired token and continues with a new one', async () => {
    const token = await signIn('eve')
    const { api } = client()
    const path = '/v3/users/{uid}/auth_tokens'
    const { data: tokens } = await api.GET(path, { params: { path: { uid: 'eve' } } })
    const { id } = tokens[0]!
    const page = await visitRunning(`
      addEventListener('launchboard:token-expired', ({ detail }) => { globalThis.expired = detail })
      Launchboard.chat({ agent: 'ranker', token: '${token}' })
    `)
    const dialog = await openWidget(page)
    await expectShown(dialog.getByText('Ahoy!'))
    await api.DELETE(`${path}/{id}`, { params: { path: { uid: 'eve', id } } })
    await send(dialog, 'top 3 last week')
    await expectShown(dialog.getByText('You are signed out.'))
    expect(await dialog.getByRole('alert').count()).toBe(0)
    expect(await dialog.getByRole('textbox').inputValue()).toBe('top 3 last week')
    const { data } = await api.POST(path, { params: { path: { uid: 'eve' } } })
    await page.evaluate((next) => Reflect.get(globalThis, 'expired').setToken(next), data.authToken)
    await expectGone(dialog.getByText('You are signed out.'))
    await send(dialog, 'top 3 last week')
    await expectShown(dialog.getByRole('log').getByText('From this service’s catalogue').first())
  })

  it('a widget that gets no token asks the visitor to sign in, and once', async () => {
    const token = await signIn('liz')
    const page = await visitRunning(`
      addEventListener('launchboard:token-expired', ({ detail }) => { globalThis.expired = detail })
      Launchboard.chat({ agent: 'ranker', token: () => Promise.reject(new Error('no')) })
    `)
    const dialog = await openWidget(page, 'ranker')
    await expectShown(dialog.getByText('You are signed out.'))
    expect(await dialog.getByRole('alert').count()).toBe(0)
    await page.evaluate((next) => Reflect.get(globalThis, 'expired').setToken(next), token)
    await expectShown(page.getByRole('dialog', { name: 'Ranker' }).getByText('Ahoy!'))
  })

  it('a visitor reads that the chat is unavailable, a developer why', async () => {
    const token = await signIn('una')
    const page = await visitWith('')
    const told: string[] = []
    page.on('console', (message) => told.push(message.text()))
    await page.evaluate(addScript, { src: `${service.url}/assets/widget.js`, attributes: {} })
    await page.evaluate(
      (token) => Reflect.get(globalThis, 'Launchboard').chat({ agent: 'nope', token }),
      token,
    )
    const dialog = await openWidget(page, 'nope')
    const alert = dialog.getByRole('alert')
    await expectShown(alert.getByText('The chat is not available at the moment.'))
    await expectShown(dialog.getByRole('button', { name: 'Try again' }))
    expect(await alert.count()).toBe(1)
    expect(await dialog.getByRole('textbox').count()).toBe(0)
    const reasons = told.filter((text) => text.startsWith('Launchboard'))
    expect(reasons).toEqual([expect.stringContaining('uid nope')])
  })

  it('on a phone the widget covers the page, with one button to close it', async () => {
    const token = await signIn('pia')
    const size = { width: 375, height: 700 }
    const page = await visitWith(ranker(token), size)
    const dialog = await openWidget(page)
    expect(await dialog.boundingBox()).toEqual({ x: 0, y: 0, ...size })
    expect(await page.getByRole('button', { name: /Close|Chat with/ }).count()).toBe(1)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expectFocused(page.getByRole('button', { name: 'Chat with Ranker' }))
  })

  it.each([
    ['', 'light'],
    ['<style nonce="page">:root { color-scheme: dark }</style>', 'dark'],
    ['<meta name="color-scheme" content="light dark">', 'dark'],
  ])('on a page with %j the widget is %s where the system is dark', async (head, scheme) => {
    const token = await signIn(`scheme-${head.length}`)
    const page = await visitWith(head + ranker(token), { theme: 'dark' })
    const dialog = await openWidget(page)
    const red = await dialog.evaluate((element) =>
      Number(/\d+/.exec(getComputedStyle(element).backgroundColor)?.[0]),
    )
    expect(red > 127 ? 'light' : 'dark').toBe(scheme)
  })

  it('a removed widget leaves the page unchanged, and two do not interfere', async () => {
    const [one, other] = [await signIn('one'), await signIn('other')]
    const page = await visitRunning(`
      globalThis.first = Launchboard.chat({ agent: 'ranker', token: '${one}' })
      globalThis.second = Launchboard.chat({
        agent: 'banner', token: '${other}', theme: { scheme: 'dark', accent: '#2457c5' },
      })
    `)
    const look = () =>
      page.evaluate(() => {
        const { color, backgroundColor, fontFamily } = getComputedStyle(document.body)
        const styles = document.styleSheets.length + document.adoptedStyleSheets.length
        return { color, backgroundColor, fontFamily, styles }
      })
    await expectShown(page.getByRole('button', { name: 'Chat with Ranker' }))
    const before = await look()
    await page.evaluate(() => {
      Reflect.get(globalThis, 'first').send('top product today')
      Reflect.get(globalThis, 'second').open()
    })
    await expectShown(
      page.getByRole('dialog', { name: 'Ranker' }).getByRole('article', { name: 'You' }),
    )
    expect(await page.getByRole('dialog', { name: 'Banner' }).getByRole('article').count()).toBe(0)
    expect(await look()).toEqual({ ...before, styles: 0 })
    // Its own heading is the page's business.
    const issues = await accessibilityIssues(page)
    expect(issues.filter((issue) => !issue.includes('<h1>A site</h1>'))).toEqual([])
    await page.evaluate(() => Reflect.get(globalThis, 'first').destroy())
    expect(await page.locator('launchboard-chat').count()).toBe(1)
  })

  it.each([
    [`agent: 'ranker'`, 'token must be an auth token, or a function that fetches one.'],
    [
      `agent: 'ranker', token: 'two words'`,
      'token must be an auth token, or a function that fetches one.',
    ],
    [
      `agent: 'ranker', token: 'abc', baseUrl: 'chat.example.com'`,
      'baseUrl must be an http or https URL.',
    ],
  ])('the options %s of the widget are reported to the developer', async (options, message) => {
    const page = await visitRunning(`
      try { Launchboard.chat({ ${options} }) } catch (error) { globalThis.message = error.message }
    `)
    const thrown = await page.evaluate(() => Reflect.get(globalThis, 'message'))
    expect(thrown).toBe(`Launchboard.chat(): ${message}`)
  })

  it('what is wrong with the script element is reported to the developer', async () => {
    const page = await visitWith('')
    const messages: string[] = []
    page.on('console', (message) => messages.push(message.text()))
    for (const attributes of [
      { agent: 'ranker' },
      { token: 'abc' },
      { agent: 'ranker', token: 'abc', theme: 'pink' },
    ]) {
      await page.evaluate(addScript, { src: `${service.url}/assets/widget.js`, attributes })
    }
    expect(messages.filter((text) => text.startsWith('Launchboard'))).toEqual([
      'Launchboard: data-token is missing.',
      'Launchboard: data-agent is missing.',
      'Launchboard: data-theme must be light or dark.',
    ])
  })

  it('the widget throws confetti over the page, with a module of its own', async () => {
    const token = await signIn('cleo')
    const page = await visitWith(ranker(token), { reducedMotion: false })
    const dialog = await openWidget(page)
    await send(dialog, 'celebrate!')
    await expectShown(page.locator('body > canvas'))
    await expectGone(page.locator('body > canvas'))
  })

  it('the widget is below 62 KiB gzipped', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const response = await fetch(`${service.url}/assets/widget.js`, { headers })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(Number(response.headers.get('content-length'))).toBeLessThan(62 * 1024)
  })
})

/** Runs in the page. */
async function addScript({ src, attributes }: { src: string; attributes: object }) {
  const script = document.createElement('script')
  Object.assign(script.dataset, attributes)
  script.src = src
  document.head.append(script)
  await new Promise((resolve) => {
    script.onload = resolve
  })
}
