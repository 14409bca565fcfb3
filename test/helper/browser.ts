import { mkdir } from 'node:fs/promises'
import axe from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { launchChromium } from './chromium.ts'

/** Where the screenshots of a run are kept. */
const SCREENSHOTS = 'test-results/screenshots'

export const THEMES = ['light', 'dark'] as const

interface VisitorOptions {
  theme?: (typeof THEMES)[number]
  width?: number
  height?: number
  reducedMotion?: boolean
  timezoneId?: string
  /** Hosts beside the one that is visited that the page may ask. */
  otherHosts?: readonly string[]
}

/**
 * A browser for the tests of a file. Each visitor has storage of their own. After each test, whatever
 * went wrong in their pages unseen fails it: an error that nobody caught, something that the
 * content security policy forbids, a request that left for another host.
 */
export function useBrowser() {
  let browser: Browser
  const contexts: BrowserContext[] = []
  const mishaps: string[] = []

  beforeAll(async () => {
    browser = await launchChromium()
  }, 120_000)
  afterAll(() => browser?.close())
  afterEach(async () => {
    for (const context of contexts.splice(0)) await context.close()
    expect(mishaps.splice(0)).toEqual([])
  })

  /** Opens an address as a new visitor. */
  return async function visit(url: string, options: VisitorOptions = {}): Promise<Page> {
    const { theme = 'light', width = 1280, height = 900, reducedMotion = true } = options
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
      timezoneId: options.timezoneId ?? 'America/New_York',
      locale: 'en-US',
    })
    contexts.push(context)
    const page = await context.newPage()
    const hosts = [new URL(url).host, ...(options.otherHosts ?? [])]
    page.on('pageerror', (error) => mishaps.push(String(error.stack ?? error)))
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) mishaps.push(message.text())
    })
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (/^(http|ws)/.test(protocol) && !hosts.includes(host)) mishaps.push(request.url())
    })
    await page.goto(url)
    return page
  }
}

/** Everything that axe finds in what the page shows, or in a part of it, as sentences. */
export async function accessibilityIssues(page: Page, part = 'html'): Promise<string[]> {
  // `evaluate` is not held by the page's policy, as a script element would be.
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate((selector) => {
    const global = globalThis as unknown as { axe: typeof axe }
    return global.axe.run(selector)
  }, part)
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary}`),
  )
}

/** Whether something is wider than the window, so that one would have to scroll sideways. */
export async function overflowsSideways(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
}

/** Holds requests of the page back, until they are let go. */
export async function holdBack(page: Page, pattern: string) {
  let held = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    held += 1
    await released
    await route.continue()
  })
  return { release, held: () => held }
}

/** Resolves once the page has painted what it has. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
}

/** How far what is shown has jumped since the page was opened, without anybody's doing. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput } = entry as PerformanceEntry & {
              value: number
              hadRecentInput: boolean
            }
            if (!hadRecentInput) total += value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        // Buffered entries are handed over before the next frame but one.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)))
      }),
  )
}

/** Keeps a picture of what is shown, for people to look at. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true })
}
