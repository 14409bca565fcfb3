import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectShown, painted, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { finish, text } from '../../helper/model-server.ts'
import { ask, useScriptedService } from '../chat/chat-page.ts'

describe.skipIf(isChromiumMissing)('the message log', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const scripted = useScriptedService()

  it('screen readers announce the start and the whole answer, not its parts', async () => {
    scripted.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(text('All is '))
      finishAnswer = () => response.end(text('**well**.') + finish())
    })
    let finishAnswer = () => {}
    const page = await visit(`${scripted.url}/chat`)
    await expectShown(page.getByRole('textbox', { name: 'Message' }))
    await page.evaluate(() => {
      const global = window as unknown as { heard: string[] }
      global.heard = []
      const status = document.querySelector('[role=log] ~ [role=status]')!
      new MutationObserver(() => global.heard.push(status.textContent)).observe(status, {
        childList: true,
        characterData: true,
        subtree: true,
      })
    })
    await ask(page, 'How is it?')
    await expectShown(page.getByText('All is').first())
    const log = page.getByRole('log', { name: 'Conversation' })
    expect(await log.getAttribute('aria-busy')).toBe('true')
    expect(await log.getAttribute('aria-live')).toBe('off')
    finishAnswer()
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    expect(await log.getAttribute('aria-busy')).toBe('false')
    const heard = await page.evaluate(() => (window as unknown as { heard: string[] }).heard)
    expect(heard.filter(Boolean)).toEqual(['Launchboard is answering', 'All is well.'])
  })

  it('the scroll position is kept while an answer grows, with a button to the bottom', async () => {
    let more = (_lines: number) => {}
    scripted.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      more = (lines) => void response.write(text('A line of it.\n\n'.repeat(lines)))
      more(40)
    })
    const page = await visit(`${scripted.url}/chat`, { width: 390, height: 600 })
    await ask(page, 'How is it?')
    const lines = page.locator('.markdown p')
    await expectShown(lines.nth(39))
    await page.waitForFunction(isAtBottom)
    await page.getByRole('log').hover()
    await page.mouse.wheel(0, -600)
    const jump = page.getByRole('button', { name: 'Jump to latest' })
    await expectShown(jump)
    const top = await settledScroll(page)
    more(20)
    await expectShown(lines.nth(59))
    expect(await settledScroll(page)).toBe(top)
    await jump.click()
    await page.waitForFunction(isAtBottom)
    more(20)
    await expectShown(lines.nth(79))
    await page.waitForFunction(isAtBottom)
    expect(await jump.count()).toBe(0)
  })
})

/** The scroll position once it no longer changes. */
async function settledScroll(page: Page): Promise<number> {
  for (let before = -1; ; ) {
    const top = await scrollTop(page)
    if (top === before) return top
    before = top
    await painted(page)
  }
}

function scrollTop(page: Page): Promise<number> {
  return page.getByRole('log').evaluate((log) => log.parentElement!.parentElement!.scrollTop)
}

/** Runs in the page. */
function isAtBottom() {
  const scroller = document.querySelector('[role=log]')!.parentElement!.parentElement!
  return scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 2
}
