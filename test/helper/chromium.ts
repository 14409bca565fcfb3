import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Starting it takes long on a busy machine. */
const LAUNCH_TIMEOUT_MS = 60_000

const named = process.env.CHROMIUM_PATH
const executablePath = (named ? [named] : USUAL_PATHS).find((path) => existsSync(path))

/**
 * Whether to skip tests that need a browser: `it.skipIf(isChromiumMissing)('…', …)`. With `CI=true`
 * they are never skipped, and fail instead.
 */
export const isChromiumMissing = !executablePath && process.env.CI !== 'true'

const INSTALL = named
  ? `CHROMIUM_PATH names ${named}, where there is no file: correct it, or unset it.`
  : 'Chromium is not installed: apt-get install chromium, or set CHROMIUM_PATH to a Chromium or Chrome.'

if (isChromiumMissing) console.warn(`Tests in a browser are skipped. ${INSTALL}`)

/** A headless Chromium. The caller closes it. */
export async function launchChromium(): Promise<Browser> {
  if (!executablePath) throw new Error(INSTALL)
  return chromium.launch({
    executablePath,
    timeout: LAUNCH_TIMEOUT_MS,
    // /dev/shm is too small in containers; the others prevent requests to the internet.
    args: [
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
}
