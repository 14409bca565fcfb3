import type { Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { expectShown, type VisitorOptions } from '../../helper/browser.ts'
import { useDashboard } from '../../helper/dashboard.ts'
import { type Answer, startUpstream, type Upstream } from '../../helper/upstream-server.ts'

const CONFETTI = { particleCount: 40, colors: ['#ff0000'] }

/** Answers depending on the question. The end of some answers waits for `finish`. */
function scriptedAgent() {
  let finish = () => {}
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
    const endRun = () => {
      send({ type: 'RUN_FINISHED', runId, threadId })
      response.end()
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send({ type: 'RUN_STARTED', runId, threadId })
    if (last.role === 'user' && last.content === 'confetti') {
      call('triggerConfetti', CONFETTI)
      return endRun()
    }
    if (last.role === 'user' && last.content === 'celebrate') {
      call('triggerConfetti', CONFETTI)
      say('Hooray!')
      return endRun()
    }
    const question = messages.findLast(({ role }: { role: string }) => role === 'user')
    if (last.role === 'tool' && question.content === 'celebrate') return endRun()
    if (last.role === 'user' && last.content === 'wave') {
      call('wave', { times: 2 })
      finish = endRun
      return
    }
    send({ type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' })
    say('It came to ')
    const end = () => {
      say(`**${last.content}**. [a](javascript:alert(1)) <img src=x onerror=alert(1)>`)
      send({ type: 'TEXT_MESSAGE_END', messageId: 'm' })
      endRun()
    }
    if (last.content === 'slowly') finish = end
    else end()
  }
  return { answer, finish: () => finish() }
}

/** A platform with users, a group and the scripted agent `Helper`, and the chat of its dashboard. */
export function useChatPlatform() {
  const { call, open } = useDashboard()
  const { answer, finish } = scriptedAgent()
  let upstream: Upstream

  beforeAll(async () => {
    upstream = await startUpstream(answer)
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
  afterAll(() => upstream?.stop())

  return {
    call,
    /** Lets the agent finish the answer that it has begun. */
    finishAnswer: finish,
    async openChat(options: VisitorOptions = {}): Promise<Page> {
      const page = await open('/dashboard/chat', options)
      await expectShown(page.getByRole('combobox', { name: 'Speak as' }))
      return page
    },
    /** Posts a message in the group as one of its members. */
    say: (uid: string, text: string) =>
      call(
        'POST',
        '/v3/messages',
        { receiver: 'harbor', receiverType: 'group', data: { text } },
        uid,
      ),
  }
}

/** Chooses the first option with this name, as its label begins. */
export async function pick(page: Page, label: string, name: string): Promise<void> {
  const select = page.getByRole('combobox', { name: label })
  const labels = await select.locator('option').allTextContents()
  await select.selectOption({ label: labels.find((one) => one.startsWith(name)) ?? name })
}

export async function chatAs(page: Page, speaker: string, partner: string): Promise<void> {
  await pick(page, 'Speak as', speaker)
  await pick(page, 'Talk to', partner)
  await expectShown(page.getByText('Live: new messages'))
}

export async function send(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

export function articles(page: Page) {
  return page.getByRole('log', { name: 'Conversation' }).getByRole('article')
}
