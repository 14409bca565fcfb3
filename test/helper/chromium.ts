import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const USUAL_PATHS = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** A loaded machine is slow to start it. */
const LAUNCH_TIMEOUT_MS = 60_000

const named = process.env.CHROMIUM_PATH
const executablePath = (named ? [named] : USUAL_PATHS).find((path) => existsSync(path))

/**
 * Whether tests that need a browser are left out: `it.skipIf(isChromiumMissing)('…', …)`. Where
 * everything has to be tested they are not, and fail on launching.
 */
export const isChromiumMissing = !executablePath && process.env.CI !== 'true'

const INSTALL = named
  ? `CHROMIUM_PATH names ${named}, where there is no file: correct it, or unset it.`
  : 'Chromium is not installed: apt-get install chromium, or set CHROMIUM_PATH to a Chromium or Chrome.'

if (isChromiumMissing) console.warn(`Tests in a browser are skipped. ${INSTALL}`)

/** A Chromium without windows. Whoever launches it closes it. */
export async function launchChromium(): Promise<Browser> {
  if (!executablePath) throw new Error(INSTALL)
  return chromium.launch({
    executablePath,
    timeout: LAUNCH_TIMEOUT_MS,
    // Containers give /dev/shm too little for its pages; the other two keep it off the network.
    args: [
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  })
}
