import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  expectShown,
  holdBack,
  keepScreenshot,
  layoutShift,
  overflowsSideways,
  painted,
  THEMES,
  type VisitorOptions,
} from '../../../helper/browser.ts'
import { isChromiumMissing } from '../../../helper/chromium.ts'
import { useDashboard } from '../../../helper/dashboard.ts'

const HEADER = 'guid,uid,scope,groupDetails.name,groupDetails.type,userDetails.name'

const row = (guid: string, uid: string, scope = 'participant') =>
  `${guid},${uid},${scope},Group ${guid},public,User ${uid}`
const csv = (...rows: string[]) => [HEADER, ...rows].join('\n')
const rows = (guid: string, count: number) =>
  Array.from({ length: count }, (_, at) => row(guid, `${guid}-${at}`))

describe.skipIf(isChromiumMissing)('the members', { timeout: 60_000 }, () => {
  const { call, open } = useDashboard()

  beforeAll(async () => {
    await call('POST', '/v3/groups', { guid: 'harbor', name: 'Group harbor', type: 'public' })
    await call('POST', '/v3/users', { uid: 'gale', name: 'User gale' })
    await call('POST', '/v3/groups/harbor/members', { participants: ['gale'] })
  })

  async function openMembers(options: VisitorOptions = {}) {
    const page = await open('/dashboard/members', options)
    await expectShown(page.getByRole('heading', { name: 'Members', level: 1 }))
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
    // Listening takes effect with the next round trip to the page, which focusing is.
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).focus()
    await page.keyboard.press('Enter')
    const text = csv(row('dock', 'ann', 'admin'), row('dock', 'bob'))
    await (await chooser).setFiles({
      name: 'members.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(text),
    })
    await expectShown(page.getByText('All 2 rows are valid.'))
    await expectShown(page.getByText('2 records are sent in 1 request. The platform allows 60'))
    // The focus is at the next step.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectShown(page.getByText('2 members imported.'))

    await page.getByRole('button', { name: /Group dock/ }).press('Enter')
    const members = page.getByRole('table', { name: 'Members of Group dock' })
    await expectShown(members.getByRole('row', { name: /User ann ann admin/ }))
    await expectShown(members.getByRole('row', { name: /User bob bob participant/ }))
  })

  it.each([
    ['members.ndjson', '{"guid":"dock","uid":"cat"}\n\n{"guid":"dock","uid":"c t"}'],
    ['members.json', '[{"guid":"dock","uid":"cat"},{"guid":"dock","uid":"c t"}]'],
    ['members.csv', 'guid;uid\ndock;cat\ndock;c t'],
  ])('the invalid rows of %s are listed, and nothing is sent yet', async (name, text) => {
    const page = await openMembers()
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/data_import/')) sent.push(request.url())
    })
    await choose(page, text, name)
    await expectShown(page.getByText('1 row of 2 cannot be imported and will be left out.'))
    const failures = page.getByRole('table', { name: 'Failures' })
    const failed = failures.getByRole('row', { name: /dock_c t/ })
    expect(await failed.textContent()).toContain('uid: must be 1 to 100 letters, digits, - or _')
    expect(sent).toEqual([])
  })

  it.each([
    ['notes.csv', 'name,age\nann,4', 'notes.csv: row 1: must have the columns guid or group'],
    ['empty.csv', '', 'empty.csv: must not be empty'],
    ['broken.json', '{"members":{}', 'broken.json: is incomplete: the JSON ends too early'],
    ['header.csv', HEADER, 'header.csv: has no records'],
  ])('%s is rejected with the reason', async (name, text, issue) => {
    const page = await openMembers()
    await choose(page, text, name)
    await expectShown(page.getByRole('alert').getByText(issue))
    await expectShown(page.getByRole('button', { name: 'Choose a file' }))
  })

  it('rows that were left out are told apart from those that failed', async () => {
    const page = await openMembers()
    await choose(page, csv(row('harbor', 'kim'), row('har bor', 'lea'), row('harbor', 'l a')))
    await importNow(page)
    await expectShown(page.getByText('1 member imported.'))
    await expectShown(page.getByText('2 rows that are not valid were left out.'))
    const failures = page.getByRole('table', { name: 'Failures' })
    expect(await failures.getByText('Not valid').count()).toBe(2)
  })

  it('groups and members are counted and found by name', async () => {
    const page = await openMembers()
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('HARB')
    await page.getByRole('button', { name: /Group harbor/ }).click()
    await page.getByRole('searchbox', { name: 'Search members of Group harbor' }).fill('gale')
    const members = page.getByRole('table', { name: 'Members of Group harbor' })
    await expect.poll(() => members.getByRole('row').count()).toBe(2)
    await expectShown(page.getByText(/^\d members?$/))
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('nowhere')
    await expectShown(page.getByText('No group matches “nowhere”'))
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
    await expectShown(page.getByText('The row is valid.'))
  })

  it('failed records are listed with reasons and exported without formulas', async () => {
    const page = await openMembers()
    // A group without details must exist; ids may look like formulas.
    const lines = ['guid,uid,memberId,userDetails.name', 'harbor,eve,e1,Eve', 'nowhere,eve,=1+1,']
    await choose(page, lines.join('\n'))
    await importNow(page)
    await expectShown(page.getByText('1 member imported, 1 failed.'))
    const failures = page.getByRole('table', { name: 'Failures' })
    const failed = await failures.getByRole('row', { name: /=1\+1/ }).textContent()
    expect(failed).toMatch(/ERR_\w+/)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download these rows' }).click()
    const file = await (await download).path()
    const [header, line] = (await readFile(file, 'utf8')).split('\r\n')
    expect(header).toBe('problem,guid,uid,memberId,userDetails.name')
    expect(line).toMatch(/,nowhere,eve,'=1\+1,$/)
  })

  it('an import shows its progress, can be stopped, and shows what was not sent', async () => {
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
    await expectShown(page.getByText('50 of 120 records'))
    expect(await progress.getAttribute('value')).toBe('50')
    await expect.poll(() => held.length, { timeout: 10_000 }).toBe(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectShown(page.getByText('Waiting for the current request to finish.'))
    held[0]!()
    await expectShown(page.getByText('100 members imported, 20 not sent.'))
    await page.getByRole('button', { name: 'Import again' }).click()
    for (let released = 1; released < 4; released += 1) {
      await expect.poll(() => held.length, { timeout: 10_000 }).toBe(released + 1)
      held[released]!()
    }
    await expectShown(page.getByText('120 members imported.'), { timeout: 20_000 })
  })

  it('an import waits for the rate limit, shows that and continues', async () => {
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
    await expectShown(page.getByText('Too many requests. Trying again in 2 s.'))
    await expectShown(page.getByText('1 member imported.'), { timeout: 20_000 })
  })

  it('a large import shows how long it takes and continues on other pages', async () => {
    const page = await openMembers()
    await choose(page, csv(...rows('crowd', 3_000)))
    await expectShown(page.getByText('3,000 records are sent in 60 requests.'))
    await expectShown(page.getByText('so this takes about 2 minutes'))
    await importNow(page)
    await expectShown(page.getByText('About 2 minutes left'))
    const navigation = page.getByRole('navigation', { name: 'Dashboard' })
    await navigation.getByRole('link', { name: 'Status' }).click()
    await navigation.getByRole('link', { name: 'Members' }).click()
    await expectShown(page.getByRole('progressbar', { name: 'Import' }))
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectShown(page.getByText('not sent.'))
  })

  it('two clicks import everything once', async () => {
    const page = await openMembers()
    await choose(page, csv(...rows('twice', 3)))
    await page.getByRole('button', { name: 'Import', exact: true }).dblclick()
    await expectShown(page.getByText('3 members imported.'))
  })

  it('names are shown as plain text', async () => {
    const name = '<img src=x onerror=alert(1)>'
    await call('POST', '/v3/groups', { guid: 'hostile', name, type: 'public' })
    const page = await openMembers()
    await page.getByRole('button', { name: /onerror/ }).click()
    await expectShown(page.getByText('This group has no members.'))
    expect(await page.locator('main img').count()).toBe(0)
  })

  it('groups that fail to load show an error and can be retried', async () => {
    const page = await openMembers()
    await page.route('**/v3/groups?*', (route) => route.abort())
    await page.reload()
    const failure = page.getByRole('alert')
    await expectShown(failure.getByText('The service cannot be reached'))
    await page.unroute('**/v3/groups?*')
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expectShown(page.getByRole('button', { name: /Group harbor/ }))
  })

  it.each(THEMES)('the members have no accessibility issues, %s', async (theme) => {
    const page = await openMembers({ theme })
    await page.getByRole('button', { name: /Group harbor/ }).click()
    await expectShown(page.getByRole('table', { name: /Members of/ }))
    await choose(
      page,
      csv(row('harbor', 'ann'), row('har bor', 'gus'), row('harbor', 'gus', 'boss')),
    )
    await expectShown(page.getByRole('table', { name: 'Failures' }))
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
    await expectShown(page.getByRole('button', { name: /Group harbor/ }))
    expect(await layoutShift(page)).toBeLessThan(0.05)
    await page.getByRole('button', { name: /Group harbor/ }).click()
    await expectShown(page.getByRole('table', { name: /Members of/ }))
    expect(await overflowsSideways(page)).toBe(false)
    await keepScreenshot(page, 'members-narrow')
  })
})
