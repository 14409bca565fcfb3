import type { Page } from 'playwright-core'
import { describe, expect, it, vi } from 'vitest'
import {
  accessibilityIssues,
  expectFocused,
  expectShown,
  keepScreenshot,
  overflowsSideways,
  useBrowser,
} from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { finish, inTurn, sends, sendsThenHangs, text, toolCall } from '../../helper/model-server.ts'
import { useSharedService } from '../../helper/use-service.ts'
import { articles, ask, useScriptedService } from './chat-page.ts'

const TOKEN = 'a-token-of-the-test-0123'

describe.skipIf(isChromiumMissing)('the chat', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()
  const scripted = useScriptedService()
  const guarded = useSharedService({ AGENT_TOKENS: TOKEN })

  it('an answer is a line of words, its cards once, and what can be done next', async () => {
    const page = await visit(`${service.url}/chat`)
    const suggestions = page.getByRole('list', { name: 'Suggestions' })
    const asked = 'What was launched last week that people loved?'
    await suggestions.getByRole('button', { name: asked }).click()
    await expectShown(articles(page, 'You').getByText(asked))

    const answer = articles(page, 'Launchboard')
    const step = answer.getByRole('group', { name: "Ranked last week's launches" })
    const cards = answer.getByRole('list', { name: 'Products found' }).getByRole('listitem')
    await expectShown(answer.getByRole('button', { name: 'Copy' }))
    expect(await cards.count()).toBe(3)
    const link = cards.first().getByRole('link')
    const first = await link.textContent()
    expect(await link.getAttribute('href')).toMatch(/^\/products\/./)
    // A sentence says who won, and the card has the list: the text has it for those who copy it.
    await expectShown(answer.getByText(new RegExp(`^${first} won last week with [\\d,]+ votes, `)))
    expect(await answer.locator('.markdown').count()).toBe(0)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await answer.getByRole('button', { name: 'Copy' }).click()
    await expectShown(answer.getByText('Copied'))
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`1. [${first}](`)

    await step.locator('summary').click()
    const args = step.getByRole('region', { name: /^Arguments/ })
    expect(JSON.parse((await args.textContent())!)).toMatchObject({ timeframe: 'last_week' })
    expect(await step.getByRole('region', { name: /^Result/ }).textContent()).toContain('"posts"')

    const board = answer.getByRole('link', { name: 'Open on the board' })
    expect(await board.getAttribute('href')).toMatch(
      /^\/\?timeframe=last_week&tz=America%2FNew_York/,
    )
    await suggestions.getByRole('button', { name: 'And this month?' }).click()
    await expectShown(answer.nth(1).getByRole('group', { name: "Ranked this month's launches" }))
  })

  it('two windows stand side by side under a sentence, and votes over time are drawn', async () => {
    const page = await visit(`${service.url}/chat`)
    await ask(page, 'Compare this week with last week')
    const answer = articles(page, 'Launchboard')
    await expectShown(answer.getByText(/^.+ leads this week with .+, which won last week\.$/))
    const cards = ['This week', 'Last week'].map((name) => answer.getByRole('region', { name }))
    const tops = await Promise.all(cards.map((card) => card.boundingBox()))
    expect(new Set(tops.map((box) => box?.y)).size).toBe(1)
    await ask(page, 'How did the votes of Interpretta grow over time?')
    await expectShown(answer.getByRole('img', { name: 'Votes over time' }))
  })

  it('a question in the address is asked once, in a new conversation', async () => {
    const page = await visit(`${service.url}/chat`)
    await page.evaluate(() => location.assign('/chat?q=Top+2+yesterday'))
    await expectShown(articles(page, 'You').getByText('Top 2 yesterday'))
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    await page.reload()
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    expect(await articles(page, 'You').count()).toBe(1)
  })

  it('a question that another site asks waits for Enter', async () => {
    const page = await visit(`${service.url}/chat?q=Top+2+yesterday`)
    const field = page.getByRole('textbox', { name: 'Message' })
    await vi.waitFor(async () => expect(await field.inputValue()).toBe('Top 2 yesterday'))
    expect(await articles(page, 'You').count()).toBe(0)
    await field.press('Enter')
    await expectShown(articles(page, 'You').getByText('Top 2 yesterday'))
  })

  it('the chat works with the keyboard alone', async () => {
    const page = await visit(`${service.url}/chat`)
    await expectShown(page.getByRole('list', { name: 'Suggestions' }))
    await tabTo(page, 'What are the top 3 products today?')
    await page.keyboard.press('Enter')
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    await expectFocused(page.getByRole('textbox', { name: 'Message' }))
    await page.keyboard.type('Top 1')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('yesterday')
    await page.keyboard.press('Enter')
    await expectShown(articles(page, 'You').getByText('Top 1\nyesterday'))
    await expectShown(page.getByRole('button', { name: 'Copy' }).nth(1))
    await tabTo(page, 'New conversation')
    await page.keyboard.press('Space')
    await expectShown(page.getByRole('list', { name: 'Suggestions' }))
    await expectFocused(page.getByRole('textbox', { name: 'Message' }))
  })

  it('the chat asks for the access token and then repeats the question', async () => {
    const page = await visit(`${guarded.url}/chat`)
    await ask(page, 'What are the top 2 products today?')
    await page.getByRole('textbox', { name: 'Access token' }).fill('a-wrong-token-of-the-test')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectShown(page.getByText('This token is not accepted.'))
    await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN)
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    expect(await articles(page, 'You').count()).toBe(1)
  })

  it('an answer has no accessibility issues while it grows and when it is stopped', async () => {
    const rich =
      '## So\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n```\n\n- [x] done\n\n> said'
    scripted.answerWith(
      inTurn(
        sends(toolCall('getTopProducts', '{"limit":2}'), finish('tool_calls')),
        (_question, response) => {
          sendsThenHangs(text(rich))(_question, response)
        },
      ),
    )
    const page = await visit(`${scripted.url}/chat`)
    await ask(page, 'How is it?')
    await expectShown(page.getByText('said'))
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, 'chat-answering')
    await page.getByRole('button', { name: 'Stop' }).click()
    await expectShown(page.getByText('You stopped this answer.'))
    expect(await accessibilityIssues(page)).toEqual([])
  })

  it('the chat fits a narrow screen, whatever its text', async () => {
    const wide = `${'x'.repeat(300)}\n\n| ${'wide | '.repeat(20)}\n|${'---|'.repeat(20)}\n\n\`\`\`\n${'y'.repeat(300)}\n\`\`\``
    scripted.answerWith(sends(text(wide), finish()))
    const page = await visit(`${scripted.url}/chat`, { width: 320, height: 640 })
    await expectShown(page.getByRole('list', { name: 'Suggestions' }))
    expect(await overflowsSideways(page)).toBe(false)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await ask(page, 'z'.repeat(300))
    await expectShown(page.getByRole('button', { name: 'Copy', exact: true }))
    await expectShown(page.getByRole('button', { name: 'Code to clipboard' }))
    expect(await overflowsSideways(page)).toBe(false)
    await keepScreenshot(page, 'chat-narrow')

    const other = await visit(`${service.url}/chat`, { width: 320, height: 640 })
    await other.getByText('Use this agent in your chat platform').click()
    expect(await overflowsSideways(other)).toBe(false)
    await ask(other, 'Top 3 today')
    await other.getByRole('group', { name: 'Ranked' }).locator('summary').click()
    expect(await overflowsSideways(other)).toBe(false)
  })
})

async function tabTo(page: Page, name: string) {
  for (let count = 0; count < 60; count += 1) {
    await page.keyboard.press('Shift+Tab')
    const focused = await page.evaluate(() => document.activeElement?.textContent)
    if (focused === name) return
  }
  throw new Error(`The focus never reached ${name}.`)
}
