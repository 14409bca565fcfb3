import { describe, expect, it } from 'vitest'
import type { ReplayAnswer } from '../../../src/routes/replay.ts'
import { expectShown, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useSharedService } from '../../helper/use-service.ts'
import { namesIn, openMenu } from './board-page.ts'

const WEEK = 'timeframe=last_week&tz=America/New_York'

/** The ids of the products at a step, best first. */
function idsAt({ launches }: ReplayAnswer, step: number) {
  return launches
    .flatMap(({ id, from, ranks }) => (step < from ? [] : [{ id, rank: ranks[step - from]! }]))
    .sort((one, other) => one.rank - other.rank)
    .map(({ id }) => id)
}

describe.skipIf(isChromiumMissing)('the replay', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()

  async function week() {
    const replay: ReplayAnswer = await (await fetch(`${service.url}/api/replay?${WEEK}`)).json()
    const { posts } = await (await fetch(`${service.url}/api/launches?${WEEK}&limit=100`)).json()
    const names = new Map<string, string>(
      posts.map(({ id, name }: { id: string; name: string }) => [id, name]),
    )
    const namesAt = (step: number) =>
      idsAt(replay, step)
        .slice(0, 10)
        .map((id) => names.get(id))
    return { replay, namesAt }
  }

  it('a link leads to a moment, arrow keys step on, and the address follows', async () => {
    const { replay, namesAt } = await week()
    const step = 24 * 3 + 14
    const at = replay.steps[step]!.slice(0, 16)
    const page = await visit(`${service.url}/?${WEEK}&at=${at}`)
    const slider = page.getByRole('slider', { name: 'Time of the replay' })
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Thu 14:00')
    expect(await namesIn(page)).toEqual(namesAt(step))
    await expectShown(page.getByText(/ leads, [\d,]+ ahead of /))
    await slider.focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toBe('Thu 15:00')
    await expect.poll(() => namesIn(page)).toEqual(namesAt(step + 1))
    await expect.poll(() => page.url()).toContain(`at=${replay.steps[step + 1]!.slice(0, 16)}`)
    await expectShown(page.getByRole('status').filter({ hasText: /^Thu 15:00/ }))

    await openMenu(page, 'Share')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await expect.poll(copied).toMatch(/timeframe=\d{4}-W\d\d&.*&at=\d{4}-\d\d-\d\dT15:00$/)
  })

  it('Space plays it from the first launch on to the present', async () => {
    const page = await visit(`${service.url}/?${WEEK}`)
    const names = await namesIn(page)
    const slider = page.getByRole('slider', { name: 'Time of the replay' })
    expect(await slider.getAttribute('aria-valuetext')).toBe('Now')
    const moments = await slider.evaluateHandle((control) => {
      const seen: (string | null)[] = []
      const see = () => seen.push(control.getAttribute('aria-valuetext'))
      new MutationObserver(see).observe(control, { attributeFilter: ['aria-valuetext'] })
      return seen
    })
    await slider.focus()
    await page.keyboard.press('Space')
    await expect.poll(async () => (await moments.jsonValue()).at(-1)).toBe('Now')
    expect((await moments.jsonValue())[0]).toMatch(/^Mon \d/)
    await expectShown(page.getByRole('button', { name: 'Play' }))
    expect(await slider.getAttribute('aria-valuetext')).toBe('Now')
    expect(await namesIn(page)).toEqual(names)
  })

  it('a longer window has none', async () => {
    const page = await visit(`${service.url}/?timeframe=this_month`)
    await namesIn(page)
    expect(await page.getByRole('slider', { name: 'Time of the replay' }).count()).toBe(0)
  })
})
