import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  keepScreenshot,
  overflowsSideways,
  THEMES,
  useBrowser,
} from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import {
  finish,
  inTurn,
  sends,
  sendsThenHangs,
  sendsThenLeaves,
  text,
  toolCall,
} from '../helper/model-server.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { startUpstream, type Upstream } from '../helper/upstream-server.ts'

const TOKEN = 'a-token-of-the-test-0123'
const ANSWER = sends(text('All is '), text('**well**.'), finish())

describe.skipIf(isChromiumMissing)('the chat', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  /** Answers by itself; the other two ask the scripted model. */
  let service: NodeProcess
  let scripted: NodeProcess
  let guarded: NodeProcess
  let model: Upstream

  beforeAll(async () => {
    model = await startUpstream(ANSWER)
    const hosted = { OPENAI_API_KEY: 'key', OPENAI_BASE_URL: model.url, MODEL: 'openai' }
    service = await startNode()
    scripted = await startNode(hosted)
    guarded = await startNode({ AGENT_TOKENS: TOKEN })
  }, 60_000)
  beforeEach(() => {
    model.questions.length = 0
    model.answerWith(ANSWER)
  })
  afterAll(async () => {
    for (const { child } of [service, scripted, guarded]) child.kill('SIGKILL')
    await model.stop()
  })

  it('the chat answers a suggested question with a tool step, cards and text', async () => {
    const page = await visit(`${service.url}/chat`)
    const suggestions = page.getByRole('list', { name: 'Suggestions' })
    await suggestions.getByRole('button', { name: /^What are the top 3/ }).click()
    await articles(page, 'You').getByText('What are the top 3 products today?').waitFor()

    const answer = articles(page, 'Launchboard')
    const step = answer.getByRole('group', { name: 'getTopProductsByTimeframe' })
    await step.getByText('Done').waitFor()
    const cards = step.getByRole('list', { name: 'Products found' }).getByRole('listitem')
    expect(await cards.count()).toBe(3)
    await answer.getByRole('button', { name: 'Copy' }).waitFor()
    const first = await cards.first().getByRole('link').textContent()
    await answer.locator('.markdown').getByRole('link', { name: first! }).waitFor()
    expect(await suggestions.count()).toBe(0)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await answer.getByRole('button', { name: 'Copy' }).click()
    await answer.getByText('Copied').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`1. [${first}](`)

    await step.locator('summary').click()
    const args = step.getByRole('region', { name: 'Arguments of getTopProductsByTimeframe' })
    expect(JSON.parse((await args.textContent())!)).toMatchObject({ timeframe: 'today', limit: 3 })
    const result = step.getByRole('region', { name: 'Result of getTopProductsByTimeframe' })
    expect(await result.textContent()).toContain('"posts"')
  })

  it.each([
    ['throws confetti as the call says', false, 1],
    ['throws none under reduced motion', true, 0],
  ])('%s', async (_fact, reducedMotion, canvases) => {
    const page = await visit(`${service.url}/chat`, { reducedMotion })
    await page.evaluate(() => {
      const counted = window as unknown as { canvases: number }
      counted.canvases = 0
      new MutationObserver((changes) => {
        const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
        counted.canvases += added.filter(({ nodeName }) => nodeName === 'CANVAS').length
      }).observe(document.body, { childList: true, subtree: true })
    })
    await ask(page, 'Throw some confetti!')
    await page.getByRole('group', { name: 'triggerConfetti' }).getByText('Done').waitFor()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    if (canvases > 0) await page.locator('canvas').waitFor({ state: 'attached' })
    const count = await page.evaluate(() => (window as unknown as { canvases: number }).canvases)
    expect(count).toBe(canvases)
  })

  it('confetti with wrong arguments is fired', async () => {
    const order = { colors: ['red', 7, '#zzzzzz'], particleCount: 'x', origin: null, shapes: {} }
    const line = (type: string, more = {}) =>
      `${JSON.stringify({ type, tool_call_id: 'c', tool_name: 'triggerConfetti', ...more })}\n`
    const page = await visit(`${service.url}/chat`, { reducedMotion: false })
    await page.route('**/stream', (route) =>
      route.fulfill({
        body: [
          'no JSON\n{"type":"brand_new"}\n[]\nnull\n',
          line('tool_call_start') + line('tool_call_args', { args: order }) + line('tool_call_end'),
          '{"type":"text_delta","content":"Hooray"}\n{"type":"done"}',
        ].join(''),
      }),
    )
    await ask(page, 'Hooray?')
    await page.locator('canvas').waitFor({ state: 'attached' })
    await page.getByRole('article').getByText('Hooray', { exact: true }).waitFor()
  })

  it('a stopped answer keeps its text, and the question can be asked again', async () => {
    model.answerWith(inTurn(sendsThenHangs(text('It begins')), ANSWER))
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await page.getByText('It begins').waitFor()
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('You stopped this answer.').waitFor()
    expect(await page.getByText('It begins').count()).toBeGreaterThan(0)
    await model.questions[0]!.closed
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('All is well.').first().waitFor()
    expect(await page.getByRole('article').count()).toBe(2)
    expect(askedOf(model)).toEqual(['How is it?'])
  })

  it.each([
    ['a click', (stop: Locator) => stop.click()],
    ['a double click', (stop: Locator) => stop.dblclick()],
    ['the keyboard', (stop: Locator) => stop.press('Enter')],
  ])('a draft is kept when an answer is stopped by %s', async (_, press) => {
    model.answerWith(sendsThenHangs(text('It begins')))
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await page.getByText('It begins').waitFor()
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('A draft')
    await press(page.getByRole('button', { name: 'Stop' }))
    await page.getByText('You stopped this answer.').waitFor()
    await page.getByRole('button', { name: 'Send' }).waitFor()
    expect(await field.inputValue()).toBe('A draft')
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
    expect(model.questions).toHaveLength(1)
  })

  it('the next question is sent with the conversation so far', async () => {
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    await ask(page, 'Sure?')
    await page.getByRole('button', { name: 'Copy' }).nth(1).waitFor()
    expect(askedOf(model)).toEqual(['How is it?', 'All is **well**.', 'Sure?'])
  })

  it('several clicks send a question once', async () => {
    model.answerWith(sendsThenHangs(text('It begins')))
    const page = await visit(`${scripted.url}/chat`)
    await page.getByRole('textbox', { name: 'Message' }).fill('How is it?')
    await page.getByRole('button', { name: 'Send' }).dblclick()
    await page.getByText('It begins').waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('And now?')
    await page.keyboard.press('Enter')
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('And now?')
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(2)
    expect(model.questions).toHaveLength(1)
  })

  it('an answer that breaks off keeps its text', async () => {
    model.answerWith(inTurn(sendsThenLeaves(text('It begins')), ANSWER))
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await page.getByRole('alert').waitFor()
    expect(await page.getByText('It begins').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('All is well.').first().waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await articles(page, 'You').count()).toBe(1)
  })

  it.each([
    ['a cut answer', { body: '{"type":"text_delta","content":"It be' }, 'The answer was cut off.'],
    ['a page instead of an answer', { body: '<html>Hello</html>' }, 'The answer was cut off.'],
    [
      'too many requests',
      {
        status: 429,
        headers: { 'retry-after': '12' },
        body: '{"error":"Too many requests.","code":"rate-limited"}',
      },
      'Too many requests. Try again in 12 seconds.',
    ],
    ['a proxy that has no service', { status: 503, body: '<html>' }, 'answered with 503'],
  ])('after %s the chat says what happened and offers to retry', async (_what, answer, said) => {
    const page = await visit(`${service.url}/chat`)
    await page.route('**/stream', (route) => route.fulfill(answer), { times: 1 })
    await ask(page, 'Hello')
    await page.getByRole('alert').getByText(said).waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('the chat gives up on a silent agent', async () => {
    const page = await visit(`${service.url}/chat`)
    await page.clock.install()
    await page.route('**/stream', () => {})
    const asked = page.waitForRequest('**/stream')
    await ask(page, 'Hello')
    await asked
    await page.clock.fastForward(61_000)
    await page.getByRole('alert').getByText('The agent stopped responding.').waitFor()
  })

  it('a conversation survives a reload and is gone after New conversation', async () => {
    const page = await visit(`${service.url}/chat`)
    await ask(page, 'What are the top 2 products today?')
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    await page.getByRole('textbox', { name: 'Message' }).fill('And yester')
    const before = await page.getByRole('log').textContent()
    await page.reload()
    await page.getByRole('group', { name: 'getTopProductsByTimeframe' }).waitFor()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    expect(await page.getByRole('log').textContent()).toBe(before)
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('And yester')

    await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click()
    await page.getByRole('heading', { name: 'Search', level: 1 }).waitFor()
    await page.getByRole('navigation').getByRole('link', { name: 'Chat' }).click()
    expect(await page.getByRole('log').textContent()).toBe(before)

    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByRole('list', { name: 'Suggestions' }).waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
    await page.reload()
    await page.getByRole('list', { name: 'Suggestions' }).waitFor()
  })

  it('a reload during an answer keeps the text so far', async () => {
    model.answerWith(inTurn(sendsThenHangs(text('It begins')), ANSWER))
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await page.getByText('It begins').waitFor()
    await page.reload()
    await page.getByText('It begins').waitFor()
    await page
      .getByRole('alert')
      .getByText('was cut off when the page was left or reloaded')
      .waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('All is well.').first().waitFor()
  })

  it('unreadable stored conversations are replaced by a new one', async () => {
    const page = await visit(`${service.url}/chat`)
    const wrong = ['{', '[]', '{"messages":[{"author":"agent","id":"a","parts":[{}]}],"draft":""}']
    for (const value of wrong) {
      await page.goto(`${service.url}/`)
      await page.evaluate((kept) => sessionStorage.setItem('launchboard-chat', kept), value)
      await page.goto(`${service.url}/chat`)
      await page.getByRole('list', { name: 'Suggestions' }).waitFor()
    }
  })

  it('hostile Markdown is shown as text', async () => {
    const hostile = [
      'Before <script>document.title = "taken"</script><b onclick="alert(1)">bold</b>',
      '[one](javascript:alert(1)) [two](data:text/html,x) [three](https://example.com/x "t")',
      '![picture](https://example.com/x.png) <img src=x onerror="document.title=\'taken\'">',
      '<iframe src="https://example.com"></iframe><form action="https://example.com"><input></form>',
      '<p id="main" class="fixed" style="position:fixed" title="x">styled</p><style>*{}</style>',
      `${'> '.repeat(3000)}deep`,
      'After it',
    ]
    model.answerWith(sends(...hostile.map((part) => text(`${part}\n\n`)), finish()))
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    const shown = page.locator('.markdown')
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

  it.each([
    ['paragraphs', 'Some *words* and `code`, [a link](https://example.com).\n\n'],
    ['one list', '- An item with **bold** words\n'],
    ['one paragraph', '*a '],
  ])('the page stays responsive while 100 KB arrive as %s', async (_what, piece) => {
    const whole = piece.repeat(100_000 / piece.length)
    const pieces = whole.match(/[\s\S]{1,1000}/g)!
    model.answerWith((_question, response) => {
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
      const kept = window as unknown as { longestMs: number }
      kept.longestMs = 0
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) {
          kept.longestMs = Math.max(kept.longestMs, duration)
        }
      }).observe({ type: 'longtask' })
    })
    await ask(page, 'How is it?')
    await page.getByRole('button', { name: 'Copy' }).waitFor({ timeout: 50_000 })
    const longestMs = await page.evaluate(
      () => (window as unknown as { longestMs: number }).longestMs,
    )
    // The machine may be busy with much else. Without any care it is far more than this.
    expect(longestMs).toBeLessThan(2_000)
  })

  it('screen readers get the start and the whole answer, not its parts', async () => {
    model.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(text('All is '))
      finishAnswer = () => response.end(text('**well**.') + finish())
    })
    let finishAnswer = () => {}
    const page = await visit(`${scripted.url}/chat`)
    await page.getByRole('textbox', { name: 'Message' }).waitFor()
    await page.evaluate(() => {
      const kept = window as unknown as { heard: string[] }
      kept.heard = []
      const status = document.querySelector('[role=log] ~ [role=status]')!
      new MutationObserver(() => kept.heard.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    })
    await ask(page, 'How is it?')
    await page.getByText('All is').first().waitFor()
    const log = page.getByRole('log', { name: 'Conversation' })
    expect(await log.getAttribute('aria-busy')).toBe('true')
    expect(await log.getAttribute('aria-live')).toBe('off')
    finishAnswer()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    expect(await log.getAttribute('aria-busy')).toBe('false')
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
    expect(heard.filter(Boolean)).toEqual(['Launchboard is answering', 'All is well.'])
  })

  it('the chat works with the keyboard alone', async () => {
    const page = await visit(`${service.url}/chat`)
    await page.getByRole('list', { name: 'Suggestions' }).waitFor()
    await tabTo(page, 'What are the top 3 products today?')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Message',
    )
    await page.keyboard.type('Top 1')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('yesterday')
    await page.keyboard.press('Enter')
    await articles(page, 'You').getByText('Top 1\nyesterday').waitFor()
    await page.getByRole('button', { name: 'Copy' }).nth(1).waitFor()
    await tabTo(page, 'New conversation')
    await page.keyboard.press('Space')
    await page.getByRole('list', { name: 'Suggestions' }).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Message',
    )
  })

  it('Enter during composition does not send', async () => {
    const page = await visit(`${service.url}/chat`)
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('こんにちは')
    await field.dispatchEvent('keydown', { key: 'Enter', isComposing: true })
    await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
    expect(await field.inputValue()).toBe('こんにちは')
    expect(await page.getByRole('article').count()).toBe(0)
  })

  it('the composer grows with its text, and marks a message that is too long', async () => {
    const page = await visit(`${service.url}/chat`)
    const field = page.getByRole('textbox', { name: 'Message' })
    const height = async () => (await field.boundingBox())!.height
    const low = await height()
    await field.fill('One\nTwo\nThree')
    expect(await height()).toBeGreaterThan(low)
    await field.fill('x'.repeat(20_001))
    await page.keyboard.press('Enter')
    await page.getByText('A message can have at most 20000 characters.').waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect((await field.inputValue()).length).toBe(20_001)
  })

  it('the scroll position is kept while an answer grows, with a link to the end', async () => {
    let more = (_lines: number) => {}
    model.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      more = (lines) => void response.write(text('A line of it.\n\n'.repeat(lines)))
      more(40)
    })
    const page = await visit(`${scripted.url}/chat`, { width: 390, height: 600 })
    await ask(page, 'How is it?')
    const lines = page.locator('.markdown p')
    await lines.nth(39).waitFor()
    await page.waitForFunction(isAtEnd)
    await page.mouse.wheel(0, -600)
    const jump = page.getByRole('button', { name: 'Jump to latest' })
    await jump.waitFor()
    const top = await page.evaluate(() => scrollY)
    more(20)
    await lines.nth(59).waitFor()
    expect(await page.evaluate(() => scrollY)).toBe(top)
    await jump.click()
    await page.waitForFunction(isAtEnd)
    more(20)
    await lines.nth(79).waitFor()
    await page.waitForFunction(isAtEnd)
    expect(await jump.count()).toBe(0)
  })

  it('the chat asks for the access token and then repeats the question', async () => {
    const page = await visit(`${guarded.url}/chat`)
    await ask(page, 'What are the top 2 products today?')
    await page.getByRole('textbox', { name: 'Access token' }).fill('a-wrong-token-of-the-test')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('This token is not accepted.').waitFor()
    await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    expect(await articles(page, 'You').count()).toBe(1)
    expect(await page.getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
  })

  it('the chat shows the addresses to register with a platform', async () => {
    const page = await visit(`${service.url}/chat`)
    await page.getByText('Use this agent in your chat platform').click()
    await page.getByText(`${service.url}/stream`, { exact: true }).waitFor()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the AG-UI URL' }).click()
    await page.getByText('Copied').first().waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${service.url}/agent`)
  })

  it.each(THEMES)(
    'the chat has no accessibility issues before and after an answer, %s',
    async (theme) => {
      const page = await visit(`${service.url}/chat`, { theme })
      await page.getByRole('list', { name: 'Suggestions' }).waitFor()
      expect(await accessibilityIssues(page)).toEqual([])
      await keepScreenshot(page, `chat-start-${theme}`)
      await ask(page, 'What are the top 3 products today?')
      await page.getByRole('button', { name: 'Copy' }).waitFor()
      await page.getByRole('group', { name: 'getTop' }).locator('summary').click()
      await page.getByRole('region', { name: /^Result/ }).waitFor()
      expect(await accessibilityIssues(page)).toEqual([])
      await keepScreenshot(page, `chat-${theme}`)
    },
  )

  it.each(THEMES)('the chat has no accessibility issues during an answer, %s', async (theme) => {
    const rich =
      '## So\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n\n- [x] done\n\n> said'
    model.answerWith(
      inTurn(
        sends(toolCall('getTopProducts', '{"limit":2}'), finish('tool_calls')),
        (_question, response) => {
          sendsThenHangs(text(rich))(_question, response)
        },
      ),
    )
    const page = await visit(`${scripted.url}/chat`, { theme })
    await ask(page, 'How is it?')
    await page.getByText('said').waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `chat-answering-${theme}`)
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('You stopped this answer.').waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
  })

  it('the chat fits a narrow screen, whatever its text', async () => {
    const wide = `${'x'.repeat(300)}\n\n| ${'wide | '.repeat(20)}\n|${'---|'.repeat(20)}\n\n\`\`\`\n${'y'.repeat(300)}\n\`\`\``
    model.answerWith(sends(text(wide), finish()))
    const page = await visit(`${scripted.url}/chat`, { width: 320, height: 640 })
    await page.getByRole('list', { name: 'Suggestions' }).waitFor()
    expect(await overflowsSideways(page)).toBe(false)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await ask(page, 'z'.repeat(300))
    await page.getByRole('button', { name: 'Copy' }).waitFor()
    expect(await overflowsSideways(page)).toBe(false)
    await keepScreenshot(page, 'chat-narrow')

    const other = await visit(`${service.url}/chat`, { width: 320, height: 640 })
    await ask(other, 'Top 3 today')
    await other.getByRole('group', { name: 'getTop' }).locator('summary').click()
    await other.getByText('Use this agent in your chat platform').click()
    expect(await overflowsSideways(other)).toBe(false)
  })
})

async function ask(page: Page, question: string) {
  await page.getByRole('textbox', { name: 'Message' }).fill(question)
  await page.getByRole('button', { name: 'Send' }).click()
}

function articles(page: Page, author: string) {
  return page.getByRole('log', { name: 'Conversation' }).getByRole('article', { name: author })
}

/** The texts of the conversation that the model was last asked with, without instructions. */
function askedOf({ questions }: Upstream): string[] {
  const { messages } = JSON.parse(questions.at(-1)!.body)
  return messages
    .filter(({ role }: { role: string }) => role === 'user' || role === 'assistant')
    .map(({ content }: { content: unknown }) =>
      typeof content === 'string' ? content : (content as { text: string }[])[0]!.text,
    )
}

async function tabTo(page: Page, name: string) {
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Shift+Tab')
    const focused = await page.evaluate(() => document.activeElement?.textContent)
    if (focused === name) return
  }
  throw new Error(`The focus never came to ${name}.`)
}

function isAtEnd() {
  const { scrollHeight, scrollTop, clientHeight } = document.documentElement
  return scrollHeight - scrollTop - clientHeight < 2
}
