import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectShown, layoutShift, useBrowser } from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { useService } from '../helper/use-service.ts'

const WEB = 'dist/web'
const PAGE_PARTS = join(WEB, 'assets/page')
const KIB = 1024
const MAX_BOARD_BYTES = 52 * KIB
const MAX_ALL_BYTES = 176 * KIB

/** The measurements, for people to compare. Times depend on the machine, so they are not tested. */
const FIGURES = 'test-results/figures.json'

/** The budget is for gzip. Most browsers use Brotli, which is smaller. */
const sizeOf = async (script: string) => (await stat(`${script}.gz`)).size

async function totalOf(scripts: readonly string[]): Promise<number> {
  const sizes = await Promise.all(scripts.map(sizeOf))
  return sizes.reduce((total, size) => total + size, 0)
}

/** The paths of the scripts that a page has loaded. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.js')),
  )

const firstPaint = (page: Page) =>
  page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime)

it('all scripts together are below 176 KiB', async () => {
  const scripts = (await readdir(PAGE_PARTS)).filter(
    (name) => !name.startsWith('widget-') && name.endsWith('.js'),
  )
  expect(scripts.length).toBeGreaterThan(1)
  expect(await totalOf(scripts.map((name) => join(PAGE_PARTS, name)))).toBeLessThan(MAX_ALL_BYTES)
})

describe.skipIf(isChromiumMissing)('the first visit', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useService()

  it('the first visit loads less than 52 KiB of script without layout shift', async () => {
    const page = await visit(service.url)
    await expectShown(page.getByRole('list', { name: 'Products' }))
    const shownMs = await page.evaluate(() => performance.now())
    const scripts = await scriptsOf(page)
    const scriptBytes = await totalOf(scripts.map((path) => join(WEB, path)))
    const shift = await layoutShift(page)
    const figures = {
      scripts: scripts.length,
      scriptBytes,
      firstPaintMs: Math.round((await firstPaint(page)) ?? Number.NaN),
      boardShownMs: Math.round(shownMs),
      layoutShift: shift,
    }
    await mkdir('test-results', { recursive: true })
    await writeFile(FIGURES, `${JSON.stringify(figures, null, 2)}\n`)
    expect(scripts.length).toBeGreaterThan(0)
    expect(scriptBytes).toBeLessThan(MAX_BOARD_BYTES)
    expect(shift).toBeLessThan(0.01)
  })
})
