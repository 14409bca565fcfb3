import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectShown, expectUrl, useBrowser } from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { enterKey } from '../helper/dashboard.ts'
import { useService } from '../helper/use-service.ts'

const MEMBERS = [
  'guid,uid,scope,groupDetails.name,groupDetails.type,userDetails.name',
  'harbor,ann,admin,Harbor,public,Ann',
  'harbor,bob,participant,Harbor,public,Bob',
].join('\n')

describe.skipIf(isChromiumMissing)('the whole loop', { timeout: 120_000 }, () => {
  const visit = useBrowser()
  const service = useService()

  it('a whole session works in the page with the key of the first start', async () => {
    const page = await visit(`${service.url}/dashboard`, { reducedMotion: false })
    await enterKey(page, await printedKey())

    await goTo(page, 'Members')
    await importMembers(page)

    await goTo(page, 'Actions')
    await expectShown(page.getByRole('heading', { name: 'Frontend actions', level: 1 }))
    await importActions(page)

    await goTo(page, 'Agents')
    await register(page, { provider: 'AG-UI', name: 'Ranker', path: '/agent' })
    await register(page, { provider: 'CrewAI', name: 'Streamer', path: '/stream' })
    const switched = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.getByRole('switch', { name: 'Ranker answers' }).click()
    expect((await switched).ok()).toBe(true)

    await goTo(page, 'Chat')
    await page.getByRole('combobox', { name: 'Speak as' }).selectOption('Ann')
    await page.getByRole('combobox', { name: 'Talk to' }).selectOption('Ranker (agent)')
    await expectShown(page.getByText('Live: new messages'))
    await rankAndReact(page)
    await celebrate(page)

    await goTo(page, 'Notifications')
    await changeTemplate(page)

    await goTo(page, 'Status')
    const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem')
    await expectShown(parts.getByText('catalogue'))
    expect(await parts.count()).toBe(5)
  })

  /** The service prints it once, when it has created its database. */
  async function printedKey(): Promise<string> {
    const key = () => /API key, shown only once: (\S+)/.exec(service.output().stderr)?.[1]
    await expect.poll(key).toBeDefined()
    return key()!
  }

  async function goTo(page: Page, name: string) {
    const navigation = page.getByRole('navigation', { name: 'Dashboard' })
    await navigation.getByRole('link', { name, exact: true }).click()
    await expectUrl(page, `${service.url}/dashboard/${name.toLowerCase()}`)
  }

  async function importMembers(page: Page) {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(MEMBERS),
    })
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await expectShown(page.getByText('2 members imported.'))
    await page.getByRole('button', { name: /Harbor/ }).click()
    const members = page.getByRole('table', { name: 'Members of Harbor' })
    await expectShown(members.getByRole('row', { name: /Ann ann admin/ }))
  }

  /** The actions of the service's own agent. */
  async function importActions(page: Page) {
    await page.getByRole('button', { name: 'Import this service’s own' }).click()
    for (const name of [/triggerConfetti/, /searchProducts/]) {
      await expectShown(page.getByRole('cell', { name }))
    }
  }

  async function register(page: Page, agent: { provider: string; name: string; path: string }) {
    await page.getByRole('button', { name: 'Register an agent' }).click()
    await page.getByRole('combobox', { name: 'Provider' }).selectOption(agent.provider)
    await page.getByRole('button', { name: 'Use this service’s own agent' }).click()
    const url = await page.getByRole('textbox', { name: 'Deployment URL' }).inputValue()
    expect(url).toBe(service.url + agent.path)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(agent.name)
    await page.getByRole('checkbox', { name: /triggerConfetti/ }).check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expectShown(page.getByText(`${agent.name} was registered.`))
    await page.getByRole('link', { name: 'All agents' }).click()
  }

  async function ask(page: Page, text: string): Promise<Locator> {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.getByRole('button', { name: 'Send' }).click()
    return page.getByRole('article', { name: 'Ranker' }).last()
  }

  async function rankAndReact(page: Page) {
    const answer = await ask(page, 'top 3 yesterday')
    await expectShown(answer.getByRole('group', { name: "Ranked yesterday's launches" }))
    await answer.getByRole('button', { name: 'React', exact: true }).click()
    await answer.getByRole('button', { name: 'React with 🎉' }).click()
    await expectShown(answer.getByRole('button', { name: '🎉 1', pressed: true }))

    const { posts } = await (
      await fetch(`${service.url}/api/top-range?timeframe=yesterday&limit=3`)
    ).json()
    const names = posts.map(({ name }: { name: string }) => name)
    const cards = answer.getByRole('list', { name: 'Products found' }).getByRole('listitem')
    for (const [at, name] of names.entries()) {
      await expectShown(cards.nth(at).getByText(name, { exact: true }))
    }
  }

  async function celebrate(page: Page) {
    const thrown = page.waitForSelector('body > canvas', { state: 'attached' })
    const answer = await ask(page, 'we hit #1!')
    await thrown
    await expectShown(answer.getByRole('group', { name: 'Threw confetti' }))
  }

  async function changeTemplate(page: Page) {
    await page.getByRole('link', { name: 'Templates' }).click()
    const templates = page.getByRole('group', { name: 'Templates', exact: true })
    const open = () => templates.getByText('Text message', { exact: true }).click()
    const text = templates.getByRole('textbox', { name: 'Text', exact: true })
    await open()
    await text.fill('Ahoy! {{message.data.text}}')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expectShown(page.getByText('Saved', { exact: true }))
    await page.reload()
    await open()
    expect(await text.inputValue()).toBe('Ahoy! {{message.data.text}}')
  }
})
