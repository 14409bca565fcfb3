import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  keepScreenshot,
  overflowsSideways,
  THEMES,
  useBrowser,
} from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { openDashboard } from '../helper/open-dashboard.ts'
import { platformCalls } from '../helper/platform-calls.ts'
import { type Answer, startUpstream, type Upstream } from '../helper/upstream-server.ts'

const KEY = 'a-key-of-the-test-0123456789'
const CONFETTI = { particleCount: 40, colors: ['#ff0000'] }

/** Answers as it is asked to; what it is to say last waits for `goOn`. */
function scriptedAgent() {
  let goOn = () => {}
  const answer: Answer = ({ body }, response) => {
    const { runId, threadId, messages } = JSON.parse(body)
    const last = messages.at(-1)
    const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`)
    const call = (name: string, args: object) => {
      send({ type: 'TOOL_CALL_START', toolCallId: `call-${runId}`, toolCallName: name })
      send({ type: 'TOOL_CALL_ARGS', toolCallId: `call-${runId}`, delta: JSON.stringify(args) })
      send({ type: 'TOOL_CALL_END', toolCallId: `call-${runId}` })
    }
    const say = (delta: string) => send({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta })
    const finish = () => {
      send({ type: 'RUN_FINISHED', runId, threadId })
      response.end()
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send({ type: 'RUN_STARTED', runId, threadId })
    if (last.role === 'user' && last.content === 'confetti') {
      call('triggerConfetti', CONFETTI)
      return finish()
    }
    if (last.role === 'user' && last.content === 'celebrate') {
      call('triggerConfetti', CONFETTI)
      say('Hooray!')
      return finish()
    }
    const question = messages.findLast(({ role }: { role: string }) => role === 'user')
    if (last.role === 'tool' && question.content === 'celebrate') return finish()
    if (last.role === 'user' && last.content === 'wave') {
      call('wave', { times: 2 })
      goOn = finish
      return
    }
    send({ type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' })
    say('It came to ')
    const end = () => {
      say(`**${last.content}**. [a](javascript:alert(1)) <img src=x onerror=alert(1)>`)
      send({ type: 'TEXT_MESSAGE_END', messageId: 'm' })
      finish()
    }
    if (last.content === 'slowly') goOn = end
    else end()
  }
  return { answer, goOn: () => goOn() }
}

describe.skipIf(isChromiumMissing)('chat in the dashboard', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const agent = scriptedAgent()
  let service: NodeProcess
  let upstream: Upstream
  let call: ReturnType<typeof platformCalls>

  beforeAll(async () => {
    upstream = await startUpstream(agent.answer)
    service = await startNode({ PLATFORM_API_KEYS: KEY })
    call = platformCalls(service.url, KEY)
    for (const [uid, name] of [
      ['ann', 'Ann'],
      ['bob', 'Bob'],
      ['mallory', '<b>Mallory</b>'],
    ]) {
      await call('POST', '/v3/users', { uid, name })
    }
    await call('POST', '/v3/groups', {
      guid: 'harbor',
      name: 'Harbor',
      type: 'public',
      owner: 'bob',
    })
    await call('POST', '/v3/groups/harbor/members', { participants: ['ann', 'mallory'] })
    for (const [name, displayName, executionText] of [
      ['wave', 'Wave', 'Waving at everybody…'],
      ['triggerConfetti', 'Confetti', 'Throwing confetti…'],
    ]) {
      const parameters = { type: 'object', properties: {} }
      await call('POST', '/v3/ai-agents/tools', {
        name,
        displayName,
        executionText,
        description: 'An action.',
        parameters,
      })
    }
    await call('POST', '/v3/ai-agents/agents', {
      uid: 'helper',
      name: 'Helper',
      isActive: true,
      integrateWith: 'ag-ui',
      integrationMeta: { baseUrl: upstream.url, agentId: 'helper' },
      actions: ['wave', 'triggerConfetti'],
      metaData: {
        greetingMessage: 'Ahoy, I am Helper',
        introductoryMessage: 'I help with launches.',
        suggestedMessages: ['What was launched?', 'Who won?'],
      },
    })
  }, 60_000)
  afterAll(async () => {
    service?.child.kill('SIGKILL')
    await upstream?.stop()
  })

  async function openChat(options: Parameters<typeof visit>[1] = {}) {
    const page = await visit(`${service.url}/dashboard/chat`, options)
    await openDashboard(page, KEY)
    await page.getByRole('combobox', { name: 'Speak as' }).waitFor()
    return page
  }

  async function pick(page: Page, label: string, name: string) {
    await page.getByRole('combobox', { name: label }).click()
    await page.getByRole('combobox', { name: label }).fill(name)
    await page.getByRole('option', { name }).first().click()
  }

  async function chatAs(page: Page, speaker: string, partner: string) {
    await pick(page, 'Speak as', speaker)
    await pick(page, 'Talk to', partner)
    await page.getByText('Live: new messages').waitFor()
  }

  async function send(page: Page, text: string) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
  }

  const articles = (page: Page) =>
    page.getByRole('log', { name: 'Conversation' }).getByRole('article')
  const say = (as: string, text: string) =>
    call('POST', '/v3/messages', { receiver: 'harbor', receiverType: 'group', data: { text } }, as)

  it("the chat shows the agent's greeting and sends its suggestions", async () => {
    const page = await openChat()
    await call('POST', '/v3/users', { uid: 'newcomer', name: 'Newcomer' })
    await page.reload()
    await chatAs(page, 'Newcomer', 'Helper')
    await page.getByText('Ahoy, I am Helper').waitFor()
    await page.getByText('I help with launches.').waitFor()
    await page.getByRole('list', { name: 'Suggestions' }).getByText('Who won?').click()
    await articles(page).filter({ hasText: 'It came to Who won?' }).waitFor()
  })

  it('an answer is shown as it grows, as harmless Markdown', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Helper')
    await send(page, 'slowly')
    const log = page.getByRole('log', { name: 'Conversation' })
    await articles(page).filter({ hasText: 'It came to' }).last().waitFor()
    expect(await log.getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
    agent.goOn()
    await articles(page).locator('strong', { hasText: 'slowly' }).waitFor()
    await expect.poll(() => log.getAttribute('aria-busy')).toBe('false')
    expect(await log.locator('img, a').count()).toBe(0)
    await page.reload()
    await articles(page).locator('strong', { hasText: 'slowly' }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Talk to' }).inputValue()).toBe('Helper')
  })

  it('a running action shows its text, and its result is handed back', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Helper')
    await send(page, 'wave')
    const step = page.getByRole('group', { name: 'wave' })
    await step.getByText('Waving at everybody…').waitFor()
    agent.goOn()
    const result = step.getByRole('textbox', { name: 'Result of Wave' })
    await step.getByText('times 2').waitFor()
    await result.fill('{"waved": true}')
    await step.getByRole('button', { name: 'Send result' }).click()
    await articles(page).filter({ hasText: 'It came to {"waved":true}' }).waitFor()
    await step.getByText('Done').waitFor()
  })

  it('confetti is fired with its arguments and handed back automatically', async () => {
    const page = await openChat({ reducedMotion: false })
    await chatAs(page, 'Bob', 'Helper')
    await page.evaluate(() => {
      new MutationObserver((changes) => {
        for (const { addedNodes } of changes) {
          for (const node of addedNodes) {
            if (node.nodeName === 'CANVAS') document.body.dataset.thrown = 'yes'
          }
        }
      }).observe(document.body, { childList: true })
    })
    await send(page, 'confetti')
    await articles(page).filter({ hasText: 'It came to {"thrown":true}' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.body.dataset.thrown)).toBe('yes')
    // What is history by then throws nothing, and waits for nothing.
    await page.reload()
    await page.getByRole('group', { name: 'triggerConfetti' }).getByText('Done').waitFor()
    expect(await page.locator('canvas').count()).toBe(0)
  })

  it('an agent that adds nothing to a result shows no message', async () => {
    await call('POST', '/v3/users', { uid: 'cheerer', name: 'Cheerer' })
    const page = await openChat()
    await chatAs(page, 'Cheerer', 'Helper')
    await send(page, 'celebrate')
    await articles(page).filter({ hasText: 'Hooray!' }).waitFor()
    const stored = () => call('GET', '/v3/users/helper/messages', undefined, 'cheerer')
    await expect.poll(async () => (await stored()).length).toBe(4)
    const [, , , { data }] = await stored()
    expect(data).toMatchObject({ text: '', answer: { status: 'finished' } })
    await page.getByText('Thinking…').waitFor({ state: 'detached' })
    await page.getByRole('group', { name: 'triggerConfetti' }).getByText('Done').waitFor()
    await expect.poll(() => articles(page).count()).toBe(2)
    await page.reload()
    await articles(page).filter({ hasText: 'Hooray!' }).waitFor()
    expect(await articles(page).count()).toBe(2)
  })

  it('messages, edits and deletions of others are shown live and never as HTML', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Harbor')
    const { id } = await say('mallory', '<img src=x onerror=alert(1)>')
    const article = page.getByRole('article', { name: '<b>Mallory</b>' }).last()
    await article.getByText('<img src=x onerror=alert(1)>').waitFor()
    expect(await article.locator('img, b').count()).toBe(0)
    await call('PUT', `/v3/messages/${id}`, { data: { text: 'Better' } }, 'mallory')
    await article.getByText('Better').waitFor()
    await article.getByText('edited').waitFor()
    await call('DELETE', `/v3/messages/${id}`, undefined, 'mallory')
    await article.getByText('This message was deleted.').waitFor()
  })

  it('the sender is told why an agent will not answer', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Harbor')
    await send(page, 'What was launched, <@uid:helper>?')
    const notice = page.getByRole('article', { name: 'Helper' })
    await notice.getByText('is not a member of this group and will not answer').waitFor()
    expect(await notice.getByRole('button', { name: 'React' }).count()).toBe(0)
  })

  it('reactions are added, counted and removed', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Harbor')
    const { id } = await say('bob', 'Who comes?')
    const article = page.getByRole('article', { name: 'Bob' }).filter({ hasText: 'Who comes?' })
    await article.getByRole('button', { name: 'React', exact: true }).click()
    await article.getByRole('button', { name: 'React with 🎉' }).click()
    await article.getByRole('button', { name: '🎉 1', pressed: true }).waitFor()
    await call('POST', `/v3/messages/${id}/reactions/${encodeURIComponent('🎉')}`, undefined, 'bob')
    await article.getByRole('button', { name: '🎉 2', pressed: true }).click()
    await article.getByRole('button', { name: '🎉 1', pressed: false }).waitFor()
    await page.reload()
    await article.getByRole('button', { name: '🎉 1', pressed: false }).waitFor()
  })

  it('a user is created by a new name with the keyboard, and can write at once', async () => {
    const page = await openChat()
    await page.getByRole('combobox', { name: 'Speak as' }).focus()
    await page.keyboard.type('Zoë Quick')
    await page.getByRole('option', { name: 'Create the user “Zoë Quick”' }).waitFor()
    await page.keyboard.press('Enter')
    await expect
      .poll(() =>
        call('GET', '/v3/users/zoe-quick').then(
          ({ name }) => name,
          () => '',
        ),
      )
      .toBe('Zoë Quick')
    await page.getByRole('combobox', { name: 'Talk to' }).focus()
    await page.keyboard.type('bob')
    await page.getByRole('option', { name: 'Bob' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('textbox', { name: 'Message' }).focus()
    await page.keyboard.type('Hello Bob')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'You' }).filter({ hasText: 'Hello Bob' }).waitFor()
    const { data } = (await call('GET', '/v3/users/bob/messages', undefined, 'zoe-quick')).at(-1)
    expect(data.text).toBe('Hello Bob')
  })

  it('a message or name that is too long is marked and kept', async () => {
    const page = await openChat()
    const speaker = page.getByRole('combobox', { name: 'Speak as' })
    const name = 'N'.repeat(150)
    await speaker.fill(name)
    await page.keyboard.press('Enter')
    await page.getByText(/A name .*100/).waitFor()
    expect(await speaker.inputValue()).toBe(name)
    await chatAs(page, 'Ann', 'Bob')
    const text = 'é'.repeat(9_000)
    await send(page, text)
    await page.getByText(/This message .*10/).waitFor()
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe(text)
  })

  it('a message that cannot be sent is kept and sent once', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Bob')
    let isBroken = true
    await page.route('**/v3/messages', async (route) => {
      // It arrives, but nobody hears so.
      if (isBroken) await route.fetch()
      return isBroken ? route.abort() : route.continue()
    })
    await send(page, 'Only once')
    const field = page.getByRole('textbox', { name: 'Message' })
    await page.getByText('Your message was kept: send it again.').waitFor()
    expect(await field.inputValue()).toBe('Only once')
    isBroken = false
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => field.inputValue()).toBe('')
    expect(await articles(page).filter({ hasText: 'Only once' }).count()).toBe(1)
  })

  it('after a disconnect the stream reconnects and shows what was missed', async () => {
    const page = await openChat()
    let connections = 0
    let goOn = () => {}
    const isBack = new Promise<void>((resolve) => {
      goOn = resolve
    })
    // The first stream ends as soon as it has begun; the next one takes its time.
    await page.route('**/v3/events', async (route) => {
      connections += 1
      if (connections === 1) {
        const body = 'event: ready\ndata: {"type":"ready"}\n\n'
        return route.fulfill({ contentType: 'text/event-stream', body })
      }
      await isBack
      return route.continue()
    })
    await pick(page, 'Speak as', 'Ann')
    await pick(page, 'Talk to', 'Harbor')
    await page.getByText('connecting again').waitFor({ timeout: 20_000 })
    await say('bob', 'While you were away')
    goOn()
    await page.getByText('Live: new messages').waitFor({ timeout: 20_000 })
    await articles(page).filter({ hasText: 'While you were away' }).waitFor({ timeout: 40_000 })
  })

  it('a user is signed out when another is chosen and when the page is left', async () => {
    const page = await openChat()
    await chatAs(page, 'mallory', 'Harbor')
    expect(await call('GET', '/v3/users/mallory/auth_tokens')).toHaveLength(1)
    await pick(page, 'Speak as', 'Ann')
    await expect.poll(() => call('GET', '/v3/users/mallory/auth_tokens')).toEqual([])
    await pick(page, 'Speak as', 'Mallory')
    await page.getByText('Live: new messages').waitFor()
    expect(await call('GET', '/v3/users/mallory/auth_tokens')).toHaveLength(1)
    // And when the page is left.
    await page.goto('about:blank')
    await expect.poll(() => call('GET', '/v3/users/mallory/auth_tokens')).toEqual([])
  })

  it('a history that cannot be read is explained and can be read again', async () => {
    const page = await openChat()
    await page.route('**/v3/groups/harbor/messages*', (route) =>
      route.fulfill({ status: 500, json: { error: { code: 'ERR', message: 'Out of order.' } } }),
    )
    await chatAs(page, 'Ann', 'Harbor')
    const failure = page.getByRole('alert')
    await failure.getByText('Out of order.').waitFor({ timeout: 20_000 })
    await page.unroute('**/v3/groups/harbor/messages*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await articles(page).first().waitFor()
  })

  it.each(THEMES)('the dashboard chat has no accessibility issues, %s', async (theme) => {
    const page = await openChat({ theme })
    await chatAs(page, 'Ann', 'Helper')
    await articles(page).first().waitFor()
    await page.getByRole('button', { name: 'React', exact: true }).first().click()
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `dashboard-chat-${theme}`)
    await page.getByRole('combobox', { name: 'Talk to' }).click()
    expect(await accessibilityIssues(page)).toEqual([])
  })

  it('the dashboard chat fits a narrow screen', async () => {
    const page = await openChat({ width: 320, height: 640 })
    await chatAs(page, 'Ann', 'Helper')
    await articles(page).first().waitFor()
    expect(await overflowsSideways(page)).toBe(false)
    await keepScreenshot(page, 'dashboard-chat-narrow')
  })
})
