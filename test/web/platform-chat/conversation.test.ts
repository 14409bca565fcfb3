import { describe, expect, it } from 'vitest'
import { expectShown } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { articles, chatAs, pick, send, useChatPlatform } from './chat-platform.ts'

describe.skipIf(isChromiumMissing)('a conversation on the platform', { timeout: 60_000 }, () => {
  const { call, finishAnswer, openChat, say } = useChatPlatform()

  it("the chat shows the agent's greeting and sends its suggestions", async () => {
    const page = await openChat()
    await call('POST', '/v3/users', { uid: 'newcomer', name: 'Newcomer' })
    await page.reload()
    await chatAs(page, 'Newcomer', 'Helper')
    await expectShown(page.getByText('Ahoy, I am Helper'))
    await expectShown(page.getByText('I help with launches.'))
    await page.getByRole('list', { name: 'Suggestions' }).getByText('Who won?').click()
    await expectShown(articles(page).filter({ hasText: 'It came to Who won?' }))
  })

  it('an answer is shown as it grows, as harmless Markdown', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Helper')
    await send(page, 'slowly')
    const log = page.getByRole('log', { name: 'Conversation' })
    await expectShown(articles(page).filter({ hasText: 'It came to' }).last())
    expect(await log.getAttribute('aria-busy')).toBe('true')
    await expect.poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
    finishAnswer()
    await expectShown(articles(page).locator('strong', { hasText: 'slowly' }))
    await expect.poll(() => log.getAttribute('aria-busy')).toBe('false')
    expect(await log.locator('img, a').count()).toBe(0)
    await page.reload()
    await expectShown(articles(page).locator('strong', { hasText: 'slowly' }))
    expect(await page.getByRole('combobox', { name: 'Talk to' }).inputValue()).toBe('user helper')
  })

  it('messages, edits and deletions of others are shown live and never as HTML', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Harbor')
    const { id } = await say('mallory', '<img src=x onerror=alert(1)>')
    const article = page.getByRole('article', { name: '<b>Mallory</b>' }).last()
    await expectShown(article.getByText('<img src=x onerror=alert(1)>'))
    expect(await article.locator('img, b').count()).toBe(0)
    await call('PUT', `/v3/messages/${id}`, { data: { text: 'Better' } }, 'mallory')
    await expectShown(article.getByText('Better'))
    await expectShown(article.getByText('edited'))
    await call('DELETE', `/v3/messages/${id}`, undefined, 'mallory')
    await expectShown(article.getByText('This message was deleted.'))
  })

  it('the sender sees why an agent will not answer', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Harbor')
    await send(page, 'What was launched, <@uid:helper>?')
    const notice = page.getByRole('article', { name: 'Helper' })
    await expectShown(notice.getByText('is not a member of this group and will not answer'))
    expect(await notice.getByRole('button', { name: 'React' }).count()).toBe(0)
  })

  it('a message that cannot be sent is kept and sent once', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Bob')
    let isBroken = true
    await page.route('**/v3/messages', async (route) => {
      // The service receives it, but the response is lost.
      if (isBroken) await route.fetch()
      return isBroken ? route.abort() : route.continue()
    })
    await send(page, 'Only once')
    const field = page.getByRole('textbox', { name: 'Message' })
    await expectShown(page.getByText('Your message was kept: send it again.'))
    expect(await field.inputValue()).toBe('Only once')
    isBroken = false
    await page.getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => field.inputValue()).toBe('')
    expect(await articles(page).filter({ hasText: 'Only once' }).count()).toBe(1)
  })

  it('after a disconnect the stream reconnects and shows what was missed', async () => {
    const page = await openChat()
    let connections = 0
    let reconnect = () => {}
    const isBack = new Promise<void>((resolve) => {
      reconnect = resolve
    })
    // The first stream ends at once; the next one is delayed.
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
    await expectShown(page.getByText('Reconnecting'), { timeout: 20_000 })
    await say('bob', 'While you were away')
    reconnect()
    await expectShown(page.getByText('Live: new messages'), { timeout: 20_000 })
    await expectShown(articles(page).filter({ hasText: 'While you were away' }), {
      timeout: 40_000,
    })
  })
})
