import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  holdBack,
  keepScreenshot,
  layoutShift,
  overflowsSideways,
  painted,
  THEMES,
  useBrowser,
} from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { openDashboard } from '../helper/open-dashboard.ts'
import { platformCalls } from '../helper/platform-calls.ts'

const KEY = 'a-key-of-the-test-0123456789'
const HEADER = 'guid,uid,scope,groupDetails.name,groupDetails.type,userDetails.name'

const row = (guid: string, uid: string, scope = 'participant') =>
  `${guid},${uid},${scope},Group ${guid},public,User ${uid}`
const csv = (...rows: string[]) => [HEADER, ...rows].join('\n')
const rows = (guid: string, count: number) =>
  Array.from({ length: count }, (_, at) => row(guid, `${guid}-${at}`))

describe.skipIf(isChromiumMissing)('members in the dashboard', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  let service: NodeProcess

  beforeAll(async () => {
    service = await startNode({ PLATFORM_API_KEYS: KEY })
    const call = platformCalls(service.url, KEY)
    await call('POST', '/v3/groups', { guid: 'harbor', name: 'Group harbor', type: 'public' })
    await call('POST', '/v3/users', { uid: 'gale', name: 'User gale' })
    await call('POST', '/v3/groups/harbor/members', { participants: ['gale'] })
  }, 60_000)
  afterAll(() => {
    service?.child.kill('SIGKILL')
  })

  async function openMembers(options: Parameters<typeof visit>[1] = {}) {
    const page = await visit(`${service.url}/dashboard/members`, options)
    await openDashboard(page, KEY)
    await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor()
    return page
  }

  async function choose(page: Page, text: string, name = 'members.csv') {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).click()
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  }

  const importNow = (page: Page) =>
    page.getByRole('button', { name: 'Import', exact: true }).click()

  it('a file is imported by keyboard, and its group and members are shown', async () => {
    const page = await openMembers()
    // Listening takes effect with the next round trip to the page: moving the focus is one.
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).focus()
    await page.keyboard.press('Enter')
    const text = csv(row('dock', 'ann', 'admin'), row('dock', 'bob'))
    await (await chooser).setFiles({
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    await page.getByText('All 2 rows are valid.').waitFor()
    await page.getByText('2 records are sent in 1 request. The platform allows 60').waitFor()
    // The focus is where the next step is.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('2 members imported.').waitFor()

    await page.getByRole('button', { name: /Group dock/ }).press('Enter')
    const members = page.getByRole('table', { name: 'Members of Group dock' })
    await members.getByRole('row', { name: /User ann ann admin/ }).waitFor()
    await members.getByRole('row', { name: /User bob bob participant/ }).waitFor()
  })

  it.each([
    ['members.ndjson', '{"guid":"dock","uid":"cat"}\n\n{"guid":"dock","uid":"c t"}'],
    ['members.json', '[{"guid":"dock","uid":"cat"},{"guid":"dock","uid":"c t"}]'],
    ['members.csv', 'guid;uid\ndock;cat\ndock;c t'],
  ])('the wrong rows of %s are listed, and nothing is sent automatically', async (name, text) => {
    const page = await openMembers()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/data_import/')) sent.push(request.url())
    })
    await choose(page, text, name)
    await page.getByText('1 row of 2 cannot be imported and will be left out.').waitFor()
    const failures = page.getByRole('table', { name: 'Failures' })
    const failed = failures.getByRole('row', { name: /dock_c t/ })
    expect(await failed.textContent()).toContain('uid: must be 1 to 100 letters, digits, - or _')
    expect(sent).toEqual([])
  })

  it.each([
    ['notes.csv', 'name,age\nann,4', 'notes.csv: row 1: columns are missing: guid, uid'],
    ['empty.csv', '', 'empty.csv: is empty'],
    ['broken.json', '{"a":1}', 'broken.json: must be {"members": {…}} or a list of records'],
    ['header.csv', HEADER, 'header.csv: has no records'],
  ])('%s is explained to be no file of members', async (name, text, issue) => {
    const page = await openMembers()
    await choose(page, text, name)
    await page.getByRole('alert').getByText(issue).waitFor()
    await page.getByRole('button', { name: 'Choose a file' }).waitFor()
  })

  it('a dropped file is read', async () => {
    const page = await openMembers()
    const transfer = await page.evaluateHandle(
      (text) => {
        const files = new DataTransfer()
        files.items.add(new File([text], 'dropped.csv'))
        return files
      },
      csv(row('harbor', 'dan')),
    )
    await page.getByRole('group', { name: 'Drop zone' }).dispatchEvent('drop', {
      dataTransfer: transfer,
    })
    await page.getByText('The row is valid.').waitFor()
  })

  it('failed records are listed with reasons and exported without formulas', async () => {
    const page = await openMembers()
    // A group without details has to be there already; ids may look like formulas.
    const lines = ['guid,uid,memberId,userDetails.name', 'harbor,eve,e1,Eve', 'nowhere,eve,=1+1,']
    await choose(page, lines.join('\n'))
    await importNow(page)
    await page.getByText('1 member imported, 1 failed.').waitFor()
    const failures = page.getByRole('table', { name: 'Failures' })
    const failed = await failures.getByRole('row', { name: /=1\+1/ }).textContent()
    expect(failed).toMatch(/ERR_\w+/)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download failures' }).click()
    const file = await (await download).path()
    const [header, line] = (await readFile(file, 'utf8')).split('\r\n')
    expect(header).toBe('row,memberId,code,message')
    expect(line).toMatch(/^3,"'=1\+1",ERR_/)
  })

  it('an import shows its progress, can be stopped, and says what was not sent', async () => {
    const page = await openMembers()
    const held: (() => void)[] = []
    let isHeld = false
    await page.route('**/v3/data_import/members', async (route) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      isHeld = true
      await route.continue()
    })
    await choose(page, csv(...rows('large', 120)))
    await importNow(page)
    const progress = page.getByRole('progressbar', { name: 'Import' })
    await page.getByText('50 of 120 records').waitFor()
    expect(await progress.getAttribute('value')).toBe('50')
    await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('Waiting for the current request.').waitFor()
    held[0]!()
    await page.getByText('100 members imported, 20 not sent.').waitFor()
    await page.getByRole('button', { name: 'Import again' }).click()
    for (let released = 1; released < 4; released += 1) {
      await expect.poll(() => held.length, { timeout: 10_000 }).toBe(released + 1)
      held[released]!()
    }
    await page.getByText('120 members imported.').waitFor({ timeout: 20_000 })
  })

  it('an import that is limited waits, says so and continues', async () => {
    const page = await openMembers()
    let calls = 0
    await page.route('**/v3/data_import/members', (route) => {
      calls += 1
      if (calls > 1) return route.continue()
      return route.fulfill({
        status: 429,
        headers: { 'retry-after': '2' },
        json: { error: { code: 'ERR_TOO_MANY_REQUESTS', message: 'Too many requests.' } },
      })
    })
    await choose(page, csv(row('harbor', 'flo')))
    await importNow(page)
    await page.getByText('Too many requests. Trying again in 2 s.').waitFor()
    await page.getByText('1 member imported.').waitFor({ timeout: 20_000 })
  })

  it('a large import says how long it takes and continues at other places', async () => {
    const page = await openMembers()
    await choose(page, csv(...rows('crowd', 3_000)))
    await page.getByText('3,000 records are sent in 60 requests.').waitFor()
    await page.getByText('so this takes about 2 minutes').waitFor()
    await importNow(page)
    await page.getByText('About 2 minutes left').waitFor()
    const navigation = page.getByRole('navigation', { name: 'Dashboard' })
    await navigation.getByRole('link', { name: 'Status' }).click()
    await navigation.getByRole('link', { name: 'Members' }).click()
    await page.getByRole('progressbar', { name: 'Import' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText('not sent.').waitFor()
  })

  it('two clicks import everything once', async () => {
    const page = await openMembers()
    await choose(page, csv(...rows('twice', 3)))
    await page.getByRole('button', { name: 'Import', exact: true }).dblclick()
    await page.getByText('3 members imported.').waitFor()
  })

  it('names are shown as plain text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    const call = platformCalls(service.url, KEY)
    await call('POST', '/v3/groups', { guid: 'hostile', name, type: 'public' })
    const page = await openMembers()
    await page.getByRole('button', { name: /onerror/ }).click()
    await page.getByText('This group has no members.').waitFor()
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('groups that cannot be read are explained and can be read again', async () => {
    const page = await openMembers()
    await page.route('**/v3/groups?*', (route) => route.abort())
    await page.reload()
    const failure = page.getByRole('alert')
    await failure.getByText('The service cannot be reached').waitFor()
    await page.unroute('**/v3/groups?*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('button', { name: /Group harbor/ }).waitFor()
  })

  it.each(THEMES)('the members have no accessibility issues, %s', async (theme) => {
    const page = await openMembers({ theme })
    await page.getByRole('button', { name: /Group harbor/ }).click()
    await page.getByRole('table', { name: /Members of/ }).waitFor()
    await choose(
      page,
      csv(row('harbor', 'ann'), row('har bor', 'gus'), row('harbor', 'gus', 'boss')),
    )
    await page.getByRole('table', { name: 'Failures' }).waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `members-${theme}`)
  })

  it('the members fit a narrow screen, and nothing shifts while the groups load', async () => {
    const page = await openMembers({ width: 320, height: 640 })
    const groups = await holdBack(page, '**/v3/groups?*')
    await page.reload()
    await expect.poll(groups.held).toBeGreaterThan(0)
    await painted(page)
    groups.release()
    await page.getByRole('button', { name: /Group harbor/ }).waitFor()
    expect(await layoutShift(page)).toBeLessThan(0.05)
    await page.getByRole('button', { name: /Group harbor/ }).click()
    await page.getByRole('table', { name: /Members of/ }).waitFor()
    expect(await overflowsSideways(page)).toBe(false)
    await keepScreenshot(page, 'members-narrow')
  })
})
