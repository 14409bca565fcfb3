// Updates the pictures in docs/images: run `npx tsx test/web/take-pictures.ts` after `npm run build`.
import { mkdir } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { launchChromium } from '../helper/chromium.ts'
import { API_KEY, callPlatform, enterKey } from '../helper/dashboard.ts'
import { startNode } from '../helper/node-process.ts'
import { setup } from '../helper/temporary-folder.ts'

const FOLDER = 'docs/images'
const WIDTH = 1280
const HEIGHT = 800

const removeFiles = await setup()
const service = await startNode({ PLATFORM_API_KEYS: API_KEY })
const browser = await launchChromium()
try {
  await mkdir(FOLDER, { recursive: true })
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: HEIGHT },
    colorScheme: 'light',
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
    locale: 'en-US',
  })
  const page = await context.newPage()
  await takeBoard(page)
  await takeChat(page)
  await takeDashboard(page)
} finally {
  await browser.close()
  service.child.kill()
  await service.exited
  await removeFiles()
}

async function takeBoard(page: Page) {
  await page.goto(`${service.url}/?timeframe=last_week`)
  await page.getByRole('list', { name: 'Products' }).getByRole('listitem').first().waitFor()
  await page.getByRole('img', { name: 'Launches per day' }).waitFor()
  await take(page, 'board')
}

async function takeChat(page: Page) {
  // High enough to show the whole conversation.
  await page.setViewportSize({ width: WIDTH, height: 880 })
  await page.goto(`${service.url}/chat`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Compare this week with last week')
  await page.getByRole('button', { name: 'Send' }).click()
  const answer = page.getByRole('article', { name: 'Launchboard' })
  await answer.getByRole('button', { name: 'Copy' }).waitFor()
  await take(page, 'chat')
  await page.setViewportSize({ width: WIDTH, height: HEIGHT })
}

async function takeDashboard(page: Page) {
  const agent = {
    uid: 'ranker',
    name: 'Ranker',
    isActive: true,
    integrateWith: 'ag-ui',
    integrationMeta: { baseUrl: `${service.url}/agent`, agentId: 'ranking' },
  }
  const path = '/v3/ai-agents/agents'
  await callPlatform(service.url, { method: 'POST', path, body: agent })
  await page.goto(`${service.url}/dashboard/agents?agent=ranker`)
  await enterKey(page)
  await page.getByRole('textbox', { name: 'Question' }).fill('What were the top 3 last week?')
  await page.getByRole('button', { name: 'Test' }).click()
  await page.getByText('It works').waitFor()
  await take(page, 'dashboard')
}

async function take(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.mouse.move(0, 0)
  await page.screenshot({ path: `${FOLDER}/${name}.png`, animations: 'disabled' })
}
