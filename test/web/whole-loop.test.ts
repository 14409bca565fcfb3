import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useBrowser } from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { openDashboard } from '../helper/open-dashboard.ts'

const MEMBERS = [
  'guid,uid,scope,groupDetails.name,groupDetails.type,userDetails.name',
  'harbor,ann,admin,Harbor,public,Ann',
  'harbor,bob,participant,Harbor,public,Bob',
].join('\n')

describe.skipIf(isChromiumMissing)('the whole loop', { timeout: 120_000 }, () => {
  const visit = useBrowser()
  let service: NodeProcess

  beforeAll(async () => {
    service = await startNode()
  }, 60_000)
  afterAll(() => {
    service?.child.kill('SIGKILL')
  })

  it('is gone through in the page alone, with the key of the first start', async () => {
    const page = await visit(`${service.url}/dashboard`, { reducedMotion: false })
    await openDashboard(page, await printedKey(service))

    await goTo(page, 'Members')
    await importMembers(page)

    await goTo(page, 'Actions')
    await registerActions(page)

    await goTo(page, 'Agents')
    await register(page, { provider: 'AG-UI', name: 'Ranker', path: '/agent' })
    await register(page, { provider: 'CrewAI', name: 'Streamer', path: '/stream' })
    const switched = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await page.getByRole('switch', { name: 'Ranker answers' }).click()
    expect((await switched).ok()).toBe(true)

    await goTo(page, 'Chat')
    await pick(page, 'Speak as', 'Ann')
    await pick(page, 'Talk to', 'Ranker')
    await page.getByText('Live: what others say').waitFor()
    await rankAndReact(page)
    await celebrate(page)

    await goTo(page, 'Notifications')
    await changeTemplate(page)

    await goTo(page, 'Status')
    const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem')
    await parts.getByText('catalogue').waitFor()
    expect(await parts.count()).toBe(3)
  })

  /** The service prints it once, after it has made its database. */
  async function printedKey({ output }: NodeProcess): Promise<string> {
    const key = () => /API key, shown this once: (\S+)/.exec(output().stderr)?.[1]
    await expect.poll(key).toBeDefined()
    return key()!
  }

  async function goTo(page: Page, name: string) {
    const navigation = page.getByRole('navigation', { name: 'Dashboard' })
    await navigation.getByRole('link', { name, exact: true }).click()
    await page.waitForURL(`**/dashboard/${name.toLowerCase()}`)
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
    await page.getByText('2 members imported.').waitFor()
    await page.getByRole('button', { name: /Harbor/ }).click()
    const members = page.getByRole('table', { name: 'Members of Harbor' })
    await members.getByRole('row', { name: /Ann ann admin/ }).waitFor()
  }
})
