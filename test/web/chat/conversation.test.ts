import { describe, expect, it } from 'vitest'
import { expectShown, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { finish as end, inTurn, sendsThenHangs, text } from '../../helper/model-server.ts'
import { reply, type Upstream } from '../../helper/upstream-server.ts'
import { useSharedService } from '../../helper/use-service.ts'
import { ANSWER, articles, ask, useScriptedService } from './chat-page.ts'

describe.skipIf(isChromiumMissing)('the conversation', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()
  const scripted = useScriptedService()

  it('a stopped answer keeps its text, and the question can be asked again', async () => {
    scripted.answerWith(inTurn(sendsThenHangs(text('It begins')), ANSWER))
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await expectShown(page.getByText('It begins'))
    await page.getByRole('button', { name: 'Stop' }).click()
    await expectShown(page.getByText('You stopped this answer.'))
    expect(await page.getByText('It begins').count()).toBeGreaterThan(0)
    await scripted.questions()[0]!.closed
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectShown(page.getByText('All is well.').first())
    expect(await page.getByRole('article').count()).toBe(2)
    expect(askedOf(scripted.questions())).toEqual(['How is it?'])
  })

  it('a draft is kept when an answer is stopped by a double click', async () => {
    scripted.answerWith(sendsThenHangs(text('It begins')))
    const page = await visit(`${scripted.url}/chat`)
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('How is it?')
    await page.getByRole('button', { name: 'Send' }).dblclick()
    await expectShown(page.getByText('It begins'))
    await field.fill('A draft')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop' }).dblclick()
    await expectShown(page.getByText('You stopped this answer.'))
    await expectShown(page.getByRole('button', { name: 'Send' }))
    expect(await field.inputValue()).toBe('A draft')
    expect(await page.evaluate(() => document.activeElement !== document.body)).toBe(true)
    expect(scripted.questions()).toHaveLength(1)
  })

  it('the next question is sent with the conversation so far', async () => {
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    await ask(page, 'Sure?')
    await expectShown(page.getByRole('button', { name: 'Copy' }).nth(1))
    expect(askedOf(scripted.questions())).toEqual(['How is it?', 'All is **well**.', 'Sure?'])
  })

  it.each([
    [
      'an incomplete answer',
      { body: 'data: {"type":"TEXT_MESSAGE_CONTENT","delta":"It be"}\n\n' },
      'The answer was cut off.',
    ],
    ['an error of a proxy', { status: 503, body: '<html>' }, 'had a problem (503)'],
  ])('after %s the chat shows the error and offers to retry', async (_what, answer, message) => {
    const page = await visit(`${service.url}/chat`)
    await page.route('**/agent', (route) => route.fulfill(answer), { times: 1 })
    await ask(page, 'Hello')
    await expectShown(page.getByRole('alert').getByText(message))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectShown(page.getByRole('button', { name: 'Ask again' }))
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await page.getByRole('article').count()).toBe(2)
  })

  it('a failed run is told once', async () => {
    scripted.answerWith(reply('{"error":{"message":"No."}}', 400))
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await expectShown(page.getByRole('alert').getByText('rejected the request'))
    const log = await page.getByRole('log').textContent()
    expect(log?.match(/rejected the request/g)).toHaveLength(1)
    await expectShown(page.getByRole('button', { name: 'Try again' }))
  })

  it('the chat gives up on a silent agent', async () => {
    const page = await visit(`${service.url}/chat`)
    await page.clock.install()
    await page.route('**/agent', () => {})
    const asked = page.waitForRequest('**/agent')
    await ask(page, 'Hello')
    await asked
    await page.clock.fastForward(61_000)
    await expectShown(page.getByRole('alert').getByText('The agent stopped responding.'))
  })

  it('conversations survive a reload, and one that was deleted can be brought back', async () => {
    const page = await visit(`${service.url}/chat`)
    const list = page.getByRole('list', { name: 'Conversations' })
    await ask(page, 'What are the top 2 products today?')
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    await page.getByRole('textbox', { name: 'Message' }).fill('And yester')
    const before = await page.getByRole('log').textContent()
    await page.reload()
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    expect(await page.getByRole('log').textContent()).toBe(before)
    expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('And yester')

    await page.getByRole('button', { name: 'New conversation' }).click()
    await expectShown(page.getByRole('list', { name: 'Suggestions' }))
    expect(await page.getByRole('article').count()).toBe(0)
    await ask(page, 'Top 1 yesterday')
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    expect(await list.getByRole('listitem').count()).toBe(2)

    await list.getByRole('button', { name: 'What are the top 2 products today?' }).click()
    await expect.poll(() => page.getByRole('log').textContent()).toBe(before)
    const entry = list.getByRole('listitem').filter({ hasText: 'top 2 products' })
    await entry.getByRole('button', { name: 'Delete' }).click()
    await expectShown(page.getByRole('list', { name: 'Suggestions' }))
    expect(await list.getByRole('listitem').count()).toBe(1)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => page.getByRole('log').textContent()).toBe(before)
    expect(await list.getByRole('listitem').count()).toBe(2)
  })

  it('an answer continues while another conversation is shown', async () => {
    let finish = () => {}
    scripted.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(text('It begins'))
      finish = () => response.end(text(' and ends.') + end())
    })
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await expectShown(page.getByText('It begins'))
    await page.getByRole('button', { name: 'New conversation' }).click()
    await expectShown(page.getByRole('list', { name: 'Suggestions' }))
    finish()
    await page.getByRole('button', { name: 'How is it?' }).click()
    await expectShown(page.getByText('It begins and ends.').first())
  })

  it('the last question can be edited, and replaces its answer', async () => {
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await page.getByRole('button', { name: 'Edit' }).click()
    const field = page.getByRole('textbox', { name: 'Message' })
    expect(await field.inputValue()).toBe('How is it?')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => field.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Edit' }).click()
    await ask(page, 'How was it?')
    await expectShown(articles(page, 'You').getByText('How was it?'))
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    expect(await page.getByRole('article').count()).toBe(2)
    expect(askedOf(scripted.questions())).toEqual(['How was it?'])
  })

  it('a reload during an answer keeps the text so far', async () => {
    scripted.answerWith(inTurn(sendsThenHangs(text('It begins')), ANSWER))
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await expectShown(page.getByText('It begins'))
    await page.reload()
    await expectShown(page.getByText('It begins'))
    await expectShown(
      page.getByRole('alert').getByText('was cut off when the page was left or reloaded'),
    )
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectShown(page.getByText('All is well.').first())
  })
})

/** The conversation that the model received last, without instructions. */
function askedOf(questions: Upstream['questions']): string[] {
  const { messages } = JSON.parse(questions.at(-1)!.body)
  return messages
    .filter(({ role }: { role: string }) => role === 'user' || role === 'assistant')
    .map(({ content }: { content: unknown }) =>
      typeof content === 'string' ? content : (content as { text: string }[])[0]!.text,
    )
}
