import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { expectShown } from '../../../helper/browser.ts'
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

  const openMembers = () => open('/dashboard/members')

  async function choose(page: Page, text: string | Buffer, name = 'members.csv') {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
    await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  }

  const importNow = (page: Page) =>
    page.getByRole('button', { name: 'Import', exact: true }).click()

  it('a file is imported by keyboard, and its group and members are shown', async () => {
    const page = await openMembers()
    await choose(page, csv(row('dock', 'ann', 'admin'), row('dock', 'bob')))
    await expectShown(page.getByText('All 2 rows are valid.'))
    await expectShown(page.getByText('Importing takes 1 request and less than a minute.'))
    // The focus is at the next step.
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expectShown(page.getByText('2 members imported.'))

    await page.getByRole('button', { name: /Group dock.*2 members/ }).press('Enter')
    const members = page.getByRole('table', { name: 'Members of Group dock' })
    await expectShown(members.getByRole('row', { name: /User ann ann admin/ }))
    await expectShown(members.getByRole('row', { name: /User bob bob participant/ }))
  })

  it('the columns of a spreadsheet are guessed, chosen and previewed', async () => {
    const page = await openMembers()
    // As Excel writes it in Germany: Windows-1252, with semicolons.
    const lines = ['Team;Mail;Full name;Level', 'Pier;zo@pier.example;Zo\xeb;admin', 'Pier;;Kit;']
    await choose(page, Buffer.from(lines.join('\r\n'), 'latin1'), 'people.csv')
    const column = (name: string) => page.getByRole('combobox', { name, exact: true })
    const chosen = (name: string) => column(name).evaluate((one) => Reflect.get(one, 'value'))
    await expectShown(column('Team'))
    expect(await Promise.all(['Team', 'Mail', 'Full name', 'Level'].map(chosen))).toEqual([
      ...['group', 'email', 'name', ''],
    ])
    const preview = page.getByRole('table', { name: 'First rows' })
    await expectShown(preview.getByRole('cell', { name: 'Zoë' }))
    await column('Level').selectOption('Scope')
    await importNow(page)
    await expectShown(page.getByText('2 members imported.'))
    await page.getByRole('button', { name: /Pier/ }).click()
    const members = page.getByRole('table', { name: 'Members of Pier' })
    await expectShown(members.getByRole('row', { name: /Zoë zo-pier-example-[0-9a-f]{16} admin/ }))
  })

  it('the template is a file that can be imported', async () => {
    const page = await openMembers()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download a template' }).click()
    const file = await (await download).path()
    await choose(page, await readFile(file))
    await expectShown(page.getByText('All 2 rows are valid.'))
  })

  it.each([
    ['book.xlsx', 'PK\x03\x04', 'book.xlsx: is an Excel workbook: save the sheet as CSV'],
    ['notes.csv', 'colour,age\nred,4', 'notes.csv: row 1: must have the columns guid'],
    ['broken.json', '{"members":{}', 'broken.json: is incomplete: the JSON ends too early'],
  ])('%s is rejected with the reason', async (name, text, issue) => {
    const page = await openMembers()
    await choose(page, text, name)
    await expectShown(page.getByRole('alert').getByText(issue))
  })

  it('rows that cannot be imported are told from those that failed, and can be repaired', async () => {
    const page = await openMembers()
    // A group without details must exist; ids may look like formulas.
    const lines = ['guid,uid,memberId', 'harbor,eve,e1', 'nowhere,eve,=1+1', 'har bor,lea,']
    await call('POST', '/v3/users', { uid: 'eve', name: 'Eve' })
    await choose(page, lines.join('\n'))
    await expectShown(page.getByText('1 row of 3 cannot be imported and will be left out.'))
    await importNow(page)
    await expectShown(page.getByText('1 member imported, 1 failed.'))
    await expectShown(page.getByText('1 invalid row left out.'))
    const failures = page.getByRole('table', { name: 'Failures' })
    const failed = await failures.getByRole('row', { name: /=1\+1/ }).textContent()
    expect(failed).toMatch(/ERR_\w+/)

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download these rows' }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    const [header, line] = text.split('\r\n')
    expect(header).toBe('problem,guid,uid,memberId')
    expect(line).toMatch(/,nowhere,eve,'=1\+1$/)
    await page.getByRole('button', { name: 'Import another file' }).click()
    await choose(page, text.replace('nowhere', 'harbor').replace('har bor', 'harbor'))
    await expectShown(page.getByText('All 2 rows are valid.'))
  })

  it('a dropped file is read', async () => {
    const page = await openMembers()
    const text = csv(row('harbor', 'dan'))
    const dataTransfer = await page.evaluateHandle((content) => {
      const files = new DataTransfer()
      files.items.add(new File([content], 'dropped.csv'))
      return files
    }, text)
    const zone = page.getByRole('group', { name: 'Drop zone' })
    await zone.dispatchEvent('drop', { dataTransfer })
    await expectShown(page.getByText('The row is valid.'))
  })

  it('an import shows its progress on other pages too, can be stopped and continued', async () => {
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
    const navigation = page.getByRole('navigation', { name: 'Dashboard' })
    await navigation.getByRole('link', { name: 'Status' }).click()
    await navigation.getByRole('link', { name: 'Members' }).click()
    expect(await progress.getAttribute('value')).toBe('50')
    await expect.poll(() => held.length).toBe(1)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectShown(page.getByText('Waiting for the current request to finish.'))
    held[0]!()
    await expectShown(page.getByText('100 members imported, 20 not sent.'))
    await page.getByRole('button', { name: 'Import again' }).click()
    for (let released = 1; released < 4; released += 1) {
      await expect.poll(() => held.length).toBe(released + 1)
      held[released]!()
    }
    await expectShown(page.getByText('120 members imported.'))
  })

  it('many groups come in steps, and are found by name', async () => {
    const members = Object.fromEntries(
      Array.from({ length: 50 }, (_, at) => {
        const guid = `many-${at}`
        const groupDetails = { guid, name: `Many ${at}`, type: 'public' }
        return [guid, { memberId: guid, guid, uid: 'gale', groupDetails }]
      }),
    )
    await call('POST', '/v3/data_import/members', { members })
    const page = await openMembers()
    const groups = page.getByRole('list', { name: 'Groups' }).getByRole('listitem')
    await expect.poll(() => groups.count()).toBe(50)
    await page.getByRole('button', { name: /^Show \d+ more of \d+$/ }).click()
    await expect.poll(() => groups.count()).toBeGreaterThan(50)
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('HARB')
    await page.getByRole('button', { name: /Group harbor/ }).click()
    await page.getByRole('searchbox', { name: 'Search members of Group harbor' }).fill('gale')
    const found = page.getByRole('table', { name: 'Members of Group harbor' })
    await expect.poll(() => found.getByRole('row').count()).toBe(2)
    await page.getByRole('searchbox', { name: 'Search groups' }).fill('nowhere')
    await expectShown(page.getByText('No group matches “nowhere”'))
  })
})
