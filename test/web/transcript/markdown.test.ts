import { describe, expect, it } from 'vitest'
import { expectShown, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { finish, sends, text } from '../../helper/model-server.ts'
import { ask, useScriptedService } from '../chat/chat-page.ts'

describe.skipIf(isChromiumMissing)('Markdown', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const scripted = useScriptedService()

  it('hostile Markdown is shown as text', async () => {
    const hostile = [
      'Before <script>document.title = "taken"</script><b onclick="alert(1)">bold</b>',
      '[one](javascript:alert(1)) [two](data:text/html,x) [three](https://example.com/x "t") [four](https://bank.example@evil.example/)',
      '![picture](https://example.com/x.png) <img src=x onerror="document.title=\'taken\'">',
      '<iframe src="https://example.com"></iframe><form action="https://example.com"><input></form>',
      '<p id="main" class="fixed" style="position:fixed" title="x">styled</p><style>*{}</style>',
      `${'> '.repeat(3000)}deep`,
      'After it',
    ]
    scripted.answerWith(sends(...hostile.map((part) => text(`${part}\n\n`)), finish()))
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    const shown = page.getByRole('article', { name: 'Launchboard' })
    expect(await shown.textContent()).toMatch(/Before .*bold.*one two three.*picture.*After it/s)
    expect(
      await shown.locator('script,img,iframe,form,input,style,[id],[style],[onclick]').count(),
    ).toBe(0)
    const links = await shown.locator('a').evaluateAll((all) => all.map((link) => link.outerHTML))
    expect(links).toHaveLength(1)
    const link = shown.getByRole('link', { name: 'three' })
    expect(await link.getAttribute('href')).toBe('https://example.com/x')
    expect(await link.getAttribute('rel')).toBe('noopener nofollow')
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await page.title()).toBe('Chat · Launchboard')
  })

  it.each([['one paragraph', '*a ']])(
    'the page stays responsive while 100 KB arrive as %s',
    async (_what, piece) => {
      const whole = piece.repeat(100_000 / piece.length)
      const pieces = whole.match(/[\s\S]{1,1000}/g)!
      scripted.answerWith((_question, response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        const next = () => {
          const content = pieces.shift()
          if (content === undefined) return response.end(finish())
          response.write(text(content))
          return setTimeout(next, 5)
        }
        next()
      })
      const page = await visit(`${scripted.url}/chat`)
      await page.evaluate(() => {
        const global = window as unknown as { longestMs: number }
        global.longestMs = 0
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) {
            global.longestMs = Math.max(global.longestMs, duration)
          }
        }).observe({ type: 'longtask' })
      })
      await ask(page, 'How is it?')
      await expectShown(page.getByRole('button', { name: 'Copy' }), { timeout: 50_000 })
      const longestMs = await page.evaluate(
        () => (window as unknown as { longestMs: number }).longestMs,
      )
      // Generous for a busy machine: without throttling it is far more than this.
      expect(longestMs).toBeLessThan(2_000)
    },
  )
})
