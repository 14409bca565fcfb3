import { describe, expect, it } from 'vitest'
import { expectShown, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useSharedService } from '../../helper/use-service.ts'
import { ask } from '../chat/chat-page.ts'

describe.skipIf(isChromiumMissing)('the confetti', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()

  it.each([
    ['confetti is thrown as the call says', false, 1],
    ['no confetti is thrown under reduced motion', true, 0],
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
    await expectShown(page.getByRole('group', { name: 'Threw confetti' }))
    await expectShown(page.getByRole('button', { name: 'Copy' }))
    if (canvases > 0) await expectShown(page.locator('canvas'))
    const count = await page.evaluate(() => (window as unknown as { canvases: number }).canvases)
    expect(count).toBe(canvases)
  })

  it('confetti with invalid arguments is thrown', async () => {
    const order = { colors: ['red', 7, '#zzzzzz'], particleCount: 'x', origin: null, shapes: {} }
    const event = (type: string, more = {}) =>
      `data: ${JSON.stringify({ type, toolCallId: 'c', toolCallName: 'triggerConfetti', ...more })}\n\n`
    const page = await visit(`${service.url}/chat`, { reducedMotion: false })
    await page.route('**/agent', (route) =>
      route.fulfill({
        body: [
          'data: {"type":"BRAND_NEW"}\n\n',
          event('TOOL_CALL_START'),
          event('TOOL_CALL_ARGS', { delta: JSON.stringify(order) }),
          event('TOOL_CALL_END'),
          event('TEXT_MESSAGE_CONTENT', { delta: 'Hooray' }),
          event('RUN_FINISHED'),
        ].join(''),
      }),
    )
    await ask(page, 'Hooray?')
    await expectShown(page.locator('canvas'))
    await expectShown(page.getByRole('article').getByText('Hooray', { exact: true }))
  })
})
