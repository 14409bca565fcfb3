import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  expectFocused,
  expectGone,
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

const PATH = '/v3/notifications/v1/settings'

describe.skipIf(isChromiumMissing)('the notifications', { timeout: 60_000 }, () => {
  const { call, open } = useDashboard()
  beforeEach(() => call('DELETE', PATH))

  async function openNotifications(options: VisitorOptions = {}) {
    const page = await open('/dashboard/notifications', options)
    await expectShown(groupOf(page, 'Group conversations'))
    return page
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

  it('every setting has a control', async () => {
    const page = await openNotifications()
    const ids = () => page.locator('[id^="setting-"]').evaluateAll((all) => all.map(({ id }) => id))
    const found = new Set(await ids())
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      for (const variant of ['With the message', 'Without the message']) {
        await page.getByRole('radio', { name: variant }).click()
        for (const id of await ids()) found.add(id)
      }
    }
    const controls = [...found].filter((id) => !/-(label|issue)$/.test(id)).toSorted()
    const settings = leaves(await call('GET', PATH)).map((path) => `setting-${path}`)
    expect(controls).toEqual(settings.toSorted())
  })

  it('only changed settings are sent, once, with a confirmation', async () => {
    const page = await openNotifications()
    const bodies: unknown[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
    })
    await expectShown(page.getByText('No unsaved changes'))
    const group = groupOf(page, 'Group conversations')
    await group
      .getByRole('combobox', { name: 'Messages', exact: true })
      .selectOption('Mentions only')
    await group.getByRole('checkbox', { name: 'Users may choose: Reactions' }).uncheck()
    await groupOf(page, 'SMS')
      .getByRole('textbox', { name: 'At most a day', exact: true })
      .fill('7')
    await groupOf(page, 'Do not disturb').getByLabel('Monday from').fill('08:30')
    // Restoring the value is no change.
    await groupOf(page, 'Sounds').getByRole('textbox', { name: 'Calls' }).fill('ring')
    await groupOf(page, 'Sounds').getByRole('textbox', { name: 'Calls' }).fill('default')
    await expectShown(page.getByText('4 unsaved changes'))
    await saveOf(page).dblclick()
    await expectShown(page.getByText('Saved', { exact: true }))
    expect(bodies).toEqual([
      {
        preferences: {
          group: { messagesSetting: 3, reactionsOverride: false },
          mute: { schedulePreferenceSetting: { monday: { from: 830 } } },
          sms: { maxPerDay: 7 },
        },
      },
    ])
    await page.reload()
    await expectShown(group)
    expect(await group.getByRole('combobox', { name: 'Messages', exact: true }).inputValue()).toBe(
      '3',
    )
    expect(await page.getByLabel('Monday from').inputValue()).toBe('08:30')
  })

  it('settings are saved with the keyboard alone', async () => {
    const page = await openNotifications()
    const choice = groupOf(page, 'Calls').getByRole('combobox', { name: 'A call ends' })
    await choice.focus()
    await page.keyboard.press('ArrowDown')
    await saveOf(page).focus()
    await page.keyboard.press('Enter')
    await expectShown(page.getByText('Saved', { exact: true }))
    expect((await call('GET', PATH)).preferences.call.endedSetting).toBe(2)
    // With nothing to save the button keeps the focus but does nothing.
    expect(await saveOf(page).getAttribute('aria-disabled')).toBe('true')
    await expectFocused(saveOf(page))
  })

  it('an invalid setting is marked at its field, by the service and by the page', async () => {
    const page = await openNotifications()
    const cap = groupOf(page, 'Email').getByRole('textbox', { name: 'At most a day', exact: true })
    await cap.fill('many')
    await saveOf(page).click()
    await expectShown(page.getByText('Enter a whole number.'))
    await cap.fill('999999')
    await saveOf(page).click()
    await expectShown(page.getByText('This must be at most 10000.'))
    await expectFocused(cap)
    await cap.fill('20')

    const json = groupOf(page, 'Push').getByRole('textbox', { name: 'Data of your own' })
    await json.fill('[1]')
    await saveOf(page).click()
    await expectShown(page.getByText('Enter a JSON object, such as {}.'))
    await json.fill('{"a":{"b":[1]}}')
    await saveOf(page).click()
    await expectShown(page.getByText('Saved', { exact: true }))
    expect((await call('GET', PATH)).preferences.push.customJson).toEqual({ a: { b: [1] } })
  })

  it('a template is previewed, and an invalid field in another tab is shown', async () => {
    const page = await openNotifications()
    const preview = page.getByRole('region', { name: 'Preview' })
    await expectShown(preview.getByText('Shall we launch on Tuesday?').first())
    await expectShown(preview.getByText('Ada in Launch team'))
    const templates = groupOf(page, 'Templates')
    const text = templates.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('<b>Hey</b> {{message.data.text}}')
    await expectShown(preview.getByText('<b>Hey</b> Shall we launch on Tuesday?').first())
    expect(await preview.locator('b').count()).toBe(0)

    await text.fill('{{nothing}}')
    await expectShown(preview.getByText(/^Text has an unknown variable/))
    await templates.getByRole('tab', { name: 'SMS' }).click()
    await expectShown(preview.getByText('Read them at https://www.example.com').first())
    await saveOf(page).click()
    await expectShown(page.getByText('This has an unknown variable'))
    await expectFocused(text)
    expect(await text.inputValue()).toBe('{{nothing}}')
  })

  it('the arrow keys move between templates', async () => {
    const page = await openNotifications()
    const first = page.getByRole('tab', { selected: true })
    await first.focus()
    await page.keyboard.press('ArrowLeft')
    await expectShown(page.getByRole('tab', { name: 'SMS', selected: true }))
    await page.keyboard.press('ArrowRight')
    await expectShown(page.getByRole('tab', { name: 'Text', selected: true }))
  })

  it('settings that cannot be saved are kept, and leaving asks first', async () => {
    const page = await openNotifications()
    const sound = groupOf(page, 'Sounds').getByRole('textbox', { name: 'Messages' })
    await sound.fill('bell')
    await page.route(`**${PATH}`, (route) => route.abort())
    await saveOf(page).click()
    await expectShown(page.getByRole('alert').getByText('The service cannot be reached'))
    expect(await sound.inputValue()).toBe('bell')

    await page.getByRole('link', { name: 'Board', exact: true }).click()
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expectGone(question)
    expect(new URL(page.url()).pathname).toBe('/dashboard/notifications')
    expect(await sound.inputValue()).toBe('bell')

    await page.unroute(`**${PATH}`)
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await expectShown(page.getByText('Saved', { exact: true }))
    expect((await call('GET', PATH)).sound.chat).toBe('bell')
  })

  it('a reset restores the defaults after a confirmation', async () => {
    await call('PATCH', PATH, { sound: { chat: 'gong' } })
    const page = await openNotifications()
    const sound = groupOf(page, 'Sounds').getByRole('textbox', { name: 'Messages' })
    const question = page.getByRole('dialog', { name: 'Reset all notification settings?' })
    await page.getByRole('button', { name: 'Reset' }).click()
    await page.keyboard.press('Escape')
    await expectGone(question)
    expect(await sound.inputValue()).toBe('gong')
    await page.getByRole('button', { name: 'Reset' }).click()
    await question.getByRole('button', { name: 'Reset' }).click()
    await expect.poll(() => sound.inputValue()).toBe('default')
    expect((await call('GET', PATH)).sound.chat).toBe('default')
    const reset = page.getByRole('button', { name: 'Reset' })
    await expectFocused(reset)
  })

  it('settings that fail to load show an error and can be retried', async () => {
    const page = await openNotifications()
    await page.route(`**${PATH}`, (route) =>
      route.fulfill({ body: '{"data":', contentType: 'application/json' }),
    )
    await page.reload()
    const failure = page.getByRole('alert')
    await expectShown(failure)
    await page.unroute(`**${PATH}`)
    await failure.getByRole('button', { name: 'Try again' }).click()
    await expectShown(groupOf(page, 'Group conversations'))
  })

  it.each(THEMES)('the notifications have no accessibility issues, %s', async (theme) => {
    const page = await openNotifications({ theme })
    const sound = groupOf(page, 'Sounds').getByRole('textbox', { name: 'Messages' })
    await sound.fill('')
    await saveOf(page).click()
    await expect.poll(() => sound.getAttribute('aria-invalid')).toBe('true')
    await expectShown(page.getByRole('region', { name: 'Preview' }).getByText('Ada').first())
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `notifications-${theme}`)
  })

  it('the notifications fit a narrow screen, and nothing shifts while they load', async () => {
    const page = await openNotifications({ width: 320, height: 640 })
    const settings = await holdBack(page, `**${PATH}`)
    await page.reload()
    await expect.poll(settings.held).toBeGreaterThan(0)
    await painted(page)
    settings.release()
    await expectShown(groupOf(page, 'Group conversations'))
    expect(await layoutShift(page)).toBeLessThan(0.05)
    expect(await overflowsSideways(page)).toBe(false)
    await keepScreenshot(page, 'notifications-narrow')
  })
})
