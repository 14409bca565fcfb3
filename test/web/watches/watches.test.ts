import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  expectGone,
  expectShown,
  expectUrl,
  keepScreenshot,
  overflowsSideways,
  THEMES,
  useBrowser,
  type VisitorOptions,
} from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { reply, startUpstream, type Upstream } from '../../helper/upstream-server.ts'
import { useService } from '../../helper/use-service.ts'

describe.skipIf(isChromiumMissing)('the page of watches', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useService({ ALLOW_LOCAL_AGENTS: 'true' })
  let receiver: Upstream
  beforeAll(async () => {
    receiver = await startUpstream(reply('', 204))
  })
  afterAll(() => receiver.stop())

  async function begin(path: string, options?: VisitorOptions) {
    const page = await visit(service.url + path, options)
    await page.getByRole('button', { name: 'Tell me' }).click()
    const dialog = page.getByRole('dialog', { name: 'Tell me' })
    await expectShown(dialog)
    return { page, dialog, submit: dialog.getByRole('button', { name: 'Tell me' }) }
  }

  const watchesOf = async () => (await (await fetch(`${service.url}/api/watches`)).json()).watches

  async function expectSound(page: Page, name: string) {
    expect(await accessibilityIssues(page)).toEqual([])
    expect(await overflowsSideways(page)).toBe(false)
    await keepScreenshot(page, name)
  }

  it('a watch of a product is made, tested, told of what fails, and deleted', async () => {
    const { page, dialog, submit } = await begin('/products/sample-001')
    await dialog.getByLabel('When this launch').selectOption('votes')
    await dialog.getByLabel('Votes').fill('5000')
    await dialog.getByLabel('Address').fill(`${receiver.url}/hook`)
    await submit.click()
    const stored = page.getByRole('dialog', { name: /^5,000 votes · / })
    await expectShown(stored)
    expect(await stored.getByLabel('Secret').inputValue()).toMatch(/^whsec_/)
    await stored.getByRole('button', { name: 'Send a test' }).click()
    await expectShown(stored.getByText('Sent', { exact: true }))
    const [question] = receiver.questions.splice(0)
    expect(question).toMatchObject({ method: 'POST', path: '/hook' })
    expect(JSON.parse(question?.body ?? '')).toMatchObject({ type: 'watch.test' })

    await stored.getByRole('link', { name: 'Your watches' }).click()
    await expectUrl(page, `${service.url}/watches`)
    const watch = page.getByRole('list', { name: 'Watches' }).getByRole('listitem').first()
    await expectShown(watch.getByText(/^standard: 127\.0\.0\.1:\d+ · 1 message sent · last /))
    receiver.answerWith(reply('no', 500))
    await watch.getByRole('button', { name: 'Send a test' }).click()
    await expectShown(watch.getByText('Failing'))
    await expectShown(watch.getByText(/\b500\b/))
    receiver.answerWith(reply('', 204))
    await watch.getByRole('button', { name: 'Retry' }).click()
    await expectGone(watch.getByText('Failing'))
    await expectShown(watch.getByText(/ · 2 messages sent · /))

    await watch.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectShown(page.getByText('You watch nothing yet'))
    expect(await watchesOf()).toEqual([])
  })

  it('a topic and a search are watched too, in a feed of their own', async () => {
    const { page, submit, dialog } = await begin('/?timeframe=2026-11&topic=Music')
    await dialog.getByRole('radio', { name: 'Private feed' }).check()
    await submit.click()
    const feed = await page.getByLabel('Feed', { exact: true }).inputValue()
    expect((await fetch(feed)).headers.get('content-type')).toContain('atom')

    const search = await begin('/search?q=music')
    const topics = search.dialog.getByLabel('Of', { exact: true })
    expect(await topics.inputValue()).toBe('Music')
    await topics.selectOption('All launches')
    await search.dialog.getByLabel('When a launch').selectOption('rank')
    await search.dialog.getByRole('radio', { name: 'Private feed' }).check()
    await search.submit.click()
    await expectShown(search.page.getByRole('dialog', { name: 'The first 5 of a day' }))
    const specs = (await watchesOf()).map(({ when, topic }: Record<string, unknown>) => [
      when,
      topic,
    ])
    expect(specs).toEqual([
      [{ rank: 5 }, undefined],
      [{ launched: true }, 'Music'],
    ])
  })

  it('what the service says against a watch is shown', async () => {
    const { page, dialog, submit } = await begin('/products/sample-002')
    const message = 'On a service that anybody may call nobody owns a watch: set AGENT_TOKENS.'
    await page.route('**/api/watches', (route) =>
      route.fulfill({ status: 403, json: { error: message, code: 'forbidden' } }),
    )
    await dialog.getByRole('radio', { name: 'Private feed' }).check()
    await submit.click()
    await expectShown(dialog.getByText(message))
  })

  it.each(THEMES)('the form and the list can be used on a phone: %s', async (theme) => {
    const body = { when: { votes: 50 }, to: [{ webhook: 'https://receiver.invalid/' }] }
    const { page, dialog, submit } = await begin('/?timeframe=2026-11&topic=Music', {
      ...{ theme, width: 390, height: 844, isPhone: true },
    })
    await expectSound(page, `watch-form-${theme}`)
    await dialog.getByLabel('Address').fill(`${receiver.url}/phone`)
    await submit.click()
    await expectShown(page.getByLabel('Secret'))
    await expectSound(page, `watch-stored-${theme}`)
    const init = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const made = await fetch(`${service.url}/api/watches`, { ...init, body: JSON.stringify(body) })
    const { watch } = await made.json()
    await fetch(`${service.url}/api/watches/${watch.id}/test`, { ...init, body: '{}' })
    await page.goto(`${service.url}/watches`)
    await page.getByRole('button', { name: 'Messages' }).first().click()
    await expectShown(page.getByText('Failing').first())
    await expectSound(page, `watches-${theme}`)
  })
})
