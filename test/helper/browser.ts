import { mkdir } from 'node:fs/promises'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  errors,
  type Frame,
  type Locator,
  type Page,
} from 'playwright-core'
import { afterEach, beforeAll, expect } from 'vitest'
import { launchChromium } from './chromium.ts'

/** Where the screenshots of a run are stored. */
const SCREENSHOTS = 'test-results/screenshots'

/** Shorter than the limit of a test, so that a failure says what was missing. */
const TIMEOUT_MS = 15_000

export const THEMES = ['light', 'dark'] as const

export interface VisitorOptions {
  theme?: (typeof THEMES)[number]
  width?: number
  height?: number
  reducedMotion?: boolean
  /** A phone: its pointer is a finger. */
  isPhone?: boolean
  timezoneId?: string
  /** Hosts that the page may call besides the visited one. */
  otherHosts?: readonly string[]
}

/** One for all files of a worker. It ends with the worker. */
let launched: Promise<Browser> | undefined

/**
 * A browser in which each visit has its own storage. A test also fails on an uncaught error in a
 * page, a violation of its Content-Security-Policy, or a request to another host.
 */
export function useBrowser() {
  let browser: Browser
  const contexts: BrowserContext[] = []
  const issues: string[] = []

  beforeAll(async () => {
    launched ??= launchChromium()
    browser = await launched
  }, 120_000)
  afterEach(async () => {
    for (const context of contexts.splice(0)) {
      // A request that a test intercepts may still be under way, and fails when its page closes.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
    expect(issues.splice(0)).toEqual([])
  })

  /** Opens an address as a new visitor. */
  return async function visit(url: string, options: VisitorOptions = {}): Promise<Page> {
    const { theme = 'light', width = 1280, height = 900, reducedMotion = true } = options
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
      hasTouch: options.isPhone ?? false,
      isMobile: options.isPhone ?? false,
      timezoneId: options.timezoneId ?? 'America/New_York',
      locale: 'en-US',
    })
    context.setDefaultTimeout(TIMEOUT_MS)
    context.setDefaultNavigationTimeout(TIMEOUT_MS)
    contexts.push(context)
    const page = await context.newPage()
    const hosts = [new URL(url).host, ...(options.otherHosts ?? [])]
    page.on('pageerror', (error) => issues.push(String(error.stack ?? error)))
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) issues.push(message.text())
    })
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url())
      if (/^(http|ws)/.test(protocol) && !hosts.includes(host)) issues.push(request.url())
    })
    await page.goto(url)
    return page
  }
}

/** Waits until something is shown. If it never is, fails with the text of the page. */
export function expectShown(locator: Locator, options: { timeout?: number } = {}): Promise<void> {
  return expectState(locator, 'visible', options.timeout)
}

/** Waits until something is no longer on the page. If it stays, fails with the text of the page. */
export function expectGone(locator: Locator): Promise<void> {
  return expectState(locator, 'detached')
}

async function expectState(locator: Locator, state: 'visible' | 'detached', timeout = TIMEOUT_MS) {
  const outcome = await locator.waitFor({ state, timeout }).then(
    () => state,
    async (error: unknown) => {
      if (!(error instanceof errors.TimeoutError)) throw error
      const text = await locator.page().locator('body').innerText()
      return `The page at ${locator.page().url()} shows:\n${text}`
    },
  )
  expect(outcome, `${locator} is not ${state}`).toBe(state)
}

/** Waits until an element has the focus. If it never has, fails with the element that has it. */
export async function expectFocused(locator: Locator): Promise<void> {
  await expect
    .poll(() => locator.evaluate(focusedElement), { message: `${locator} has no focus` })
    .toBe('focused')
}

/** Runs in the page. */
function focusedElement(element: Element): string {
  const root = element.getRootNode()
  const active = root instanceof ShadowRoot ? root.activeElement : document.activeElement
  return active === element ? 'focused' : (active?.outerHTML ?? 'none')
}

/** Waits until the page has this URL, path and query, or one that matches. */
export async function expectUrl(page: Page, url: string | RegExp): Promise<void> {
  const found = expect.poll(() => page.url(), { timeout: TIMEOUT_MS })
  await (typeof url === 'string' ? found.toBe(url) : found.toMatch(url))
}

/** The issues that axe finds in the page, or in a part of it. */
export async function accessibilityIssues(page: Page | Frame, part = 'html'): Promise<string[]> {
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

/** Whether the page is wider than the window. */
export async function overflowsSideways(page: Page): Promise<boolean> {
  return page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  )
}

/** Delays requests until they are released. */
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

/** Resolves after the next paint. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
}

/** The cumulative layout shift since the page was opened. */
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
        // Buffered entries are delivered within two frames.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(total)))
      }),
  )
}

/** Stores a screenshot, to be looked at by a person. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await mkdir(SCREENSHOTS, { recursive: true })
  await page.screenshot({ path: `${SCREENSHOTS}/${name}.png`, fullPage: true })
}
