import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  expectFocused,
  expectGone,
  expectShown,
  expectUrl,
  type VisitorOptions,
} from '../../../helper/browser.ts'
import { isChromiumMissing } from '../../../helper/chromium.ts'
import { useDashboard } from '../../../helper/dashboard.ts'

const PATH = '/v3/notifications/v1/settings'
const HREF = '/dashboard/notifications'

describe.skipIf(isChromiumMissing)('the notifications', { timeout: 60_000 }, () => {
  const { call, open, service } = useDashboard()
  beforeEach(() => call('DELETE', PATH))

  async function openSection(title: string, options: VisitorOptions = {}) {
    const page = await open(HREF, options)
    await goTo(page, title)
    return page
  }

  async function goTo(page: Page, title: string) {
    const sections = page.getByRole('navigation', { name: 'Notification sections' })
    await sections.getByRole('link', { name: title }).click()
    await expectShown(groupOf(page, title))
  }

  const groupOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
  const saveOf = (page: Page) => page.getByRole('button', { name: 'Save changes' })

  /** The paths of all fields of an object that are not objects themselves. */
  function leaves(value: object, place = ''): string[] {
    return Object.entries(value).flatMap(([name, inner]) => {
      const path = place ? `${place}.${name}` : name
      const isWhole = typeof inner !== 'object' || name === 'customJson'
      return isWhole ? [path] : leaves(inner, path)
    })
  }

  it('every setting has a control, in a sub-page of its own address, with a name in words', async () => {
    const page = await open(HREF)
    const found = new Set<string>()
    const names = new Set<string>()
    async function collect() {
      const controls = await page
        .locator('form [name*="."]')
        .evaluateAll((all) =>
          all.map((one) => [
            one.getAttribute('name') ?? '',
            document.querySelector(`label[for="${one.id}"]`)?.textContent ?? '',
          ]),
        )
      for (const [path, label] of controls) {
        found.add(path!)
        names.add(label!)
      }
    }
    const links = page.getByRole('navigation', { name: 'Notification sections' }).getByRole('link')
    await expectShown(links.first())
    for (const link of await links.all()) {
      await link.click()
      await expectUrl(page, `${service.url}${await link.getAttribute('href')}`)
      await expect.poll(() => page.title()).toMatch(new RegExp(`^${await link.innerText()}`))
      expect(await page.getByRole('group', { name: await link.innerText() }).count()).toBe(1)
    }
    await collect()
    expect([...found].toSorted()).toEqual(leaves(await call('GET', PATH)).toSorted())
    expect([...names].filter((name) => !/^[A-Z]/.test(name) || /[a-z][A-Z]/.test(name))).toEqual([])
  })

  it('only changed settings are sent, of all sections, once', async () => {
    const page = await openSection('Group conversations')
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
    })
    await page
      .getByRole('combobox', { name: 'Messages', exact: true })
      .selectOption('Mentions only')
    await page.getByRole('switch', { name: 'Someone joins', exact: true }).press('Space')
    await page.getByRole('switch', { name: 'People may choose: Reactions' }).click()
    await goTo(page, 'SMS')
    await page.getByRole('spinbutton', { name: 'Maximum a day', exact: true }).fill('7')
    await goTo(page, 'Do not disturb')
    await page.getByLabel('Monday: from').fill('08:30')
    // Restoring the value is no change.
    await goTo(page, 'Sounds')
    await page.getByRole('textbox', { name: 'Calls' }).fill('ring')
    await page.getByRole('textbox', { name: 'Calls' }).fill('default')
    // What is unsaved survives a reload, so nothing asks before it.
    await page.reload()
    await expectShown(page.getByText('5 unsaved changes'))
    await saveOf(page).dblclick()
    await expectShown(page.getByText('Saved', { exact: true }))
    expect(bodies).toEqual([
      {
        preferences: {
          group: { messagesSetting: 3, memberJoinedSetting: 2, reactionsOverride: false },
          mute: { schedulePreferenceSetting: { monday: { from: 830 } } },
          sms: { maxPerDay: 7 },
        },
      },
    ])
    await page.reload()
    await goTo(page, 'Do not disturb')
    expect(await page.getByLabel('Monday: from').inputValue()).toBe('08:30')
    expect(await saveOf(page).getAttribute('aria-disabled')).toBe('true')
  })

  it.each([
    ['Email', 'spinbutton', 'Maximum a day', '99999', 'Enter a whole number from 0 to 10000.'],
    ['Sounds', 'textbox', 'Calls', '', 'Enter a name.'],
    ['Push', 'textbox', 'Custom data (JSON)', '[1]', 'Enter an object, such as {}.'],
  ] as const)('in %s the %s %s cannot be %j', async (section, role, name, value, issue) => {
    const page = await openSection(section)
    const field = groupOf(page, section).getByRole(role, { name, exact: true })
    await field.fill(value)
    await saveOf(page).click()
    await expectShown(page.getByText(issue))
    await expectFocused(field)
    expect(await field.inputValue()).toBe(value)
  })

  it('an error in another section is shown there', async () => {
    const page = await openSection('Push')
    const json = page.getByRole('textbox', { name: 'Custom data (JSON)' })
    await json.fill('[1]')
    await goTo(page, 'Sounds')
    await saveOf(page).click()
    await expectUrl(page, `${service.url}${HREF}/push`)
    await expectShown(page.getByText('Enter an object, such as {}.'))
    await json.fill('{"a":{"b":[1]}}')
    await saveOf(page).click()
    await expectShown(page.getByText('Saved', { exact: true }))
    expect((await call('GET', PATH)).preferences.push.customJson).toEqual({ a: { b: [1] } })
  })

  it('a reset restores the defaults after a confirmation', async () => {
    await call('PATCH', PATH, { sound: { chat: 'gong' } })
    const page = await openSection('Sounds')
    const sound = page.getByRole('textbox', { name: 'Messages' })
    const question = page.getByRole('dialog', { name: 'Reset all notification settings?' })
    const reset = page.getByRole('button', { name: 'Reset' })
    await reset.click()
    await page.keyboard.press('Escape')
    await expectGone(question)
    expect(await sound.inputValue()).toBe('gong')
    await reset.click()
    await question.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => sound.inputValue()).toBe('default')
    expect((await call('GET', PATH)).sound.chat).toBe('default')
  })
})
