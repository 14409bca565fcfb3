import { describe, expect, it } from 'vitest'
import { expectShown } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { articles, chatAs, send, useChatPlatform } from './chat-platform.ts'

describe.skipIf(isChromiumMissing)('frontend actions', { timeout: 60_000 }, () => {
  const { call, finishAnswer, openChat } = useChatPlatform()

  it('a running action shows its text, and its result is sent to the agent', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Helper')
    await send(page, 'wave')
    const step = page.getByRole('group', { name: 'Wav' })
    await expectShown(step.getByText('Waving at everybody…'))
    finishAnswer()
    const result = step.getByRole('textbox', { name: 'Result of Wave' })
    await result.fill('{"waved": true}')
    await step.getByRole('button', { name: 'Send result' }).click()
    await expectShown(articles(page).filter({ hasText: 'It came to {"waved":true}' }))
    await expectShown(page.getByRole('group', { name: 'Wave', exact: true }))
  })

  it('confetti is thrown, and its result is sent automatically', async () => {
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
    await expectShown(articles(page).filter({ hasText: 'It came to {"thrown":true}' }))
    await expect.poll(() => page.evaluate(() => document.body.dataset.thrown)).toBe('yes')
    // After a reload the call is history: it is not run again.
    await page.reload()
    await expectShown(page.getByRole('group', { name: 'Threw confetti' }))
    expect(await page.locator('canvas').count()).toBe(0)
  })

  it('an agent that adds nothing after a result shows no message', async () => {
    await call('POST', '/v3/users', { uid: 'cheerer', name: 'Cheerer' })
    const page = await openChat()
    await chatAs(page, 'Cheerer', 'Helper')
    await send(page, 'celebrate')
    await expectShown(articles(page).filter({ hasText: 'Hooray!' }))
    const stored = () => call('GET', '/v3/users/helper/messages', undefined, 'cheerer')
    await expect.poll(async () => (await stored()).length).toBe(4)
    const [, , , { data }] = await stored()
    expect(data).toMatchObject({ text: '', answer: { status: 'finished' } })
    await expectShown(page.getByRole('group', { name: 'Threw confetti' }))
    await expect.poll(() => articles(page).count()).toBe(2)
    await page.reload()
    await expectShown(articles(page).filter({ hasText: 'Hooray!' }))
    expect(await articles(page).count()).toBe(2)
  })
})
