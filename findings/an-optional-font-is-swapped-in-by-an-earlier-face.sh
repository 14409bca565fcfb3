#!/usr/bin/env bash
# A font of `font-display: optional` that comes late is shown after all where its family has an earlier face.
#
# Versions: Chromium 156.0.8078.108 (Debian 12), playwright-core 1.65.1, @fontsource-variable/inter 5.3.0.
# Expected: of two faces for the same characters the one that is declared last counts; it is optional, so a text that
# was painted without it stays as it is.
# Seen: once the optional face is too late, the face before it takes its place: it is loaded (48 KB more), by its own
# `swap` is drawn when it comes, and the text is laid out anew. Without the earlier face the text stays as it was.
# vite.config.ts drops the face of the package whose characters our subset has.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --ignore-scripts --silent playwright-core@1.65.1 @fontsource-variable/inter@5.3.0
cat > seen.mjs <<'JS'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright-core'

const font = await readFile('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' })
console.log(`Chromium ${browser.version()}`)

const face = (file, display) =>
  `@font-face { font-family: Inter; src: url(/${file}.woff2); font-display: ${display}; unicode-range: U+0-FF }`

async function widthsOf(name, faces) {
  const body = `<!doctype html><style>${faces.join('')} p { font: 40px Inter, monospace; display: table }</style><p>Interpretta won</p>`
  const page = await browser.newPage()
  const asked = []
  await page.route('**/*.woff2', async (route) => {
    asked.push(new URL(route.request().url()).pathname)
    await sleep(800)
    await route.fulfill({ contentType: 'font/woff2', body: font })
  })
  await page.route('http://page.test/', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('http://page.test/', { waitUntil: 'commit' })
  await page.waitForFunction(`performance.getEntriesByName('first-contentful-paint').length > 0`)
  const width = () => page.evaluate(`document.querySelector('p').offsetWidth`)
  const before = await width()
  await page.waitForFunction(`[...document.fonts].every(({ status }) => status === 'loaded')`)
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  const after = await width()
  console.log(`${name}: ${before} px at first, ${after} px in the end; loaded ${asked.join(', ')}`)
  await page.close()
  return before !== after
}

const alone = await widthsOf('optional alone', [face('optional', 'optional')])
const both = await widthsOf('swap, then optional', [face('swap', 'swap'), face('optional', 'optional')])
await browser.close()
process.exit(!alone && both ? 0 : 1)
JS
node seen.mjs
