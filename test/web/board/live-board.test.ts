import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectFocused, expectShown, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useService } from '../../helper/use-service.ts'
import { namesIn, products, tab } from './board-page.ts'

const FILE = join(tmpdir(), 'live-board.csv')
const PATH = '/?timeframe=today&tz=UTC'

/** Launches of today, with these votes. */
function launch(votes: Record<string, number>) {
  const today = new Date().toISOString().slice(0, 10)
  const rows = Object.entries(votes).map(([name, count]) => `${name},${name},${count},${today}`)
  return writeFile(FILE, ['id,name,votesCount,launchedAt', ...rows].join('\n'))
}

describe.skipIf(isChromiumMissing)('a board under way', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useService(async () => {
    await launch({ Lantern: 50, Harbor: 40, Meadow: 30, Ledger: 20, Quince: 10 })
    return { CATALOGUE_FILE: FILE, DEFAULT_TIMEZONE: 'UTC' }
  })

  it('rows move when ranks do, and what has the focus keeps it', async () => {
    await launch({ Lantern: 50, Harbor: 40, Meadow: 30, Ledger: 20, Quince: 10 })
    const page = await visit(service.url + PATH, { reducedMotion: false })
    const before = ['Lantern', 'Harbor', 'Meadow', 'Ledger', 'Quince']
    await expect.poll(() => namesIn(page), { timeout: 20_000 }).toEqual(before)
    await expectShown(page.getByText(/^ · Live/))
    const link = products(page).getByRole('link', { name: 'Quince' })
    await link.focus()
    const said = await page.getByRole('status').allTextContents()

    await launch({ Lantern: 50, Harbor: 40, Meadow: 30, Ledger: 20, Quince: 60 })
    const after = ['Quince', 'Lantern', 'Harbor', 'Meadow', 'Ledger']
    await expect.poll(() => namesIn(page), { timeout: 20_000 }).toEqual(after)
    await expectFocused(link)
    expect(await page.getByRole('status').allTextContents()).toEqual(said)

    await launch({ Lantern: 50, Harbor: 40, Meadow: 30, Newcomer: 45, Quince: 60 })
    const changed = ['Quince', 'Lantern', 'Newcomer', 'Harbor', 'Meadow']
    await expect.poll(() => namesIn(page), { timeout: 20_000 }).toEqual(changed)
  })

  it('the board asks again every ten seconds while it is seen, and one that is over does not', async () => {
    const page = await visit('about:blank', { otherHosts: [new URL(service.url).host] })
    await page.clock.install()
    await page.goto(service.url + PATH)
    await namesIn(page)
    const asked = page.waitForRequest(/\/api\/launches\?timeframe=today/)
    await page.clock.fastForward(11_000)
    await asked
    await tab(page, 'Last week').click()
    await expectShown(page.getByText('Nothing launched in this period.'))
    const asks: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/launches')) asks.push(request.url())
    })
    await page.clock.fastForward(11_000)
    await page.evaluate(() => fetch('/health'))
    expect(asks).toEqual([])
  })
})
