import { beforeAll, describe, expect, it } from 'vitest'
import { expectShown } from '../../../helper/browser.ts'
import { isChromiumMissing } from '../../../helper/chromium.ts'
import { articles, chatAs, pick, send, useChatPlatform } from '../../platform-chat/chat-platform.ts'

describe.skipIf(isChromiumMissing)('the dashboard chat', { timeout: 60_000 }, () => {
  const { call, openChat } = useChatPlatform()

  beforeAll(async () => {
    const data = { text: 'What was launched?' }
    await call('POST', '/v3/messages', { receiver: 'helper', receiverType: 'user', data }, 'ann')
  })

  it('a new user is created and can write at once; names and messages too long are kept', async () => {
    const page = await openChat()
    await pick(page, 'Speak as', 'New user…')
    const name = page.getByRole('textbox', { name: 'Name of the new user' })
    const longName = 'N'.repeat(150)
    await name.fill(longName)
    await page.keyboard.press('Enter')
    await expectShown(page.getByText(/A name .*100/))
    expect(await name.inputValue()).toBe(longName)
    await name.fill('Zoë Quick')
    await page.keyboard.press('Enter')
    await pick(page, 'Talk to', 'Bob')
    const field = page.getByRole('textbox', { name: 'Message' })
    const text = 'é'.repeat(9_000)
    await send(page, text)
    await expectShown(page.getByText(/This message .*10/))
    expect(await field.inputValue()).toBe(text)
    await field.fill('Hello Bob')
    await page.keyboard.press('Enter')
    await expectShown(page.getByRole('article', { name: 'You' }).filter({ hasText: 'Hello Bob' }))
    const { data } = (await call('GET', '/v3/users/bob/messages', undefined, 'zoe-quick')).at(-1)
    expect(data.text).toBe('Hello Bob')
  })

  it('a user is signed out when another is chosen and when the page is left', async () => {
    const page = await openChat()
    await chatAs(page, '<b>Mallory</b>', 'Harbor')
    expect(await call('GET', '/v3/users/mallory/auth_tokens')).toHaveLength(1)
    await pick(page, 'Speak as', 'Ann')
    await expect.poll(() => call('GET', '/v3/users/mallory/auth_tokens')).toEqual([])
    await pick(page, 'Speak as', '<b>Mallory</b>')
    await expectShown(page.getByText('Live: new messages'))
    expect(await call('GET', '/v3/users/mallory/auth_tokens')).toHaveLength(1)
    await page.goto('about:blank')
    await expect.poll(() => call('GET', '/v3/users/mallory/auth_tokens')).toEqual([])
  })

  it('a text that is not sent is kept for its conversation', async () => {
    const page = await openChat()
    await chatAs(page, 'Ann', 'Bob')
    const field = page.getByRole('textbox', { name: 'Message' })
    await field.fill('Not yet')
    await page.getByRole('link', { name: 'Members' }).click()
    await expectShown(page.getByRole('heading', { name: 'Members', level: 1 }))
    await page.goBack()
    await expect.poll(() => field.inputValue()).toBe('Not yet')
    await page.reload()
    await expect.poll(() => field.inputValue()).toBe('Not yet')
    await pick(page, 'Talk to', 'Harbor')
    await expectShown(page.getByPlaceholder('Write to Harbor'))
    expect(await field.inputValue()).toBe('')
  })

  it('a long conversation scrolls to its end inside the window of a phone', async () => {
    const size = { width: 390, height: 844 }
    for (let count = 1; count <= 15; count += 1) {
      const data = { text: `Message ${count} to Mallory` }
      await call('POST', '/v3/messages', { receiver: 'mallory', receiverType: 'user', data }, 'bob')
    }
    const page = await openChat(size)
    await chatAs(page, 'Bob', '<b>Mallory</b>')
    await expectShown(articles(page).nth(14))
    const heightOfPage = () => page.evaluate(() => document.documentElement.scrollHeight)
    await expect.poll(heightOfPage).toBeLessThanOrEqual(size.height)
    const bottomOfLast = async () => {
      const box = (await articles(page).last().boundingBox())!
      return box.y + box.height
    }
    const field = (await page.getByRole('textbox', { name: 'Message' }).boundingBox())!
    await expect.poll(bottomOfLast).toBeLessThanOrEqual(field.y)
    expect(field.y + field.height).toBeLessThanOrEqual(size.height)
  })

  describe('of many users', () => {
    beforeAll(async () => {
      const names = Array.from({ length: 31 }, (_, at) => `Reader ${at + 1}`)
      for (const name of names) {
        await call('POST', '/v3/users', { uid: name.toLowerCase().replace(' ', '-'), name })
      }
    })

    it('one is found by what is typed', async () => {
      const page = await openChat()
      const speaker = page.getByRole('combobox', { name: 'Speak as' })
      await speaker.fill('nobody')
      await page.keyboard.press('Tab')
      await expect.poll(() => speaker.inputValue()).toBe('')
      await speaker.fill('reader 31')
      await page.keyboard.press('Tab')
      await expect.poll(() => speaker.inputValue()).toBe('Reader 31')
      await expectShown(page.getByText('Live: new messages'))
      await page.getByRole('combobox', { name: 'Talk to' }).fill('Reader 1 (user)')
      await page.keyboard.press('Tab')
      await send(page, 'Hello')
      await expectShown(articles(page).filter({ hasText: 'Hello' }))
    })
  })
})
