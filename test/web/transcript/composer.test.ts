import { describe, expect, it } from 'vitest'
import { expectShown, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useSharedService } from '../../helper/use-service.ts'

describe.skipIf(isChromiumMissing)('the composer', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()

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
    await expect.poll(() => height()).toBeGreaterThan(low)
    await field.fill('x'.repeat(20_001))
    await page.keyboard.press('Enter')
    await expectShown(page.getByText('A message can have at most 20000 characters.'))
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    expect((await field.inputValue()).length).toBe(20_001)
  })
})
