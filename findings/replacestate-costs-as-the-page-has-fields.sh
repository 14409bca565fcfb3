#!/usr/bin/env bash
# history.replaceState is not a small write: the browser notes the state of every field of the page with it.
#
# Versions: Chromium 156.0.8078.108 (Debian 12), playwright-core 1.65.1.
# Expected: replacing the state of an entry by a small object costs the same on every page.
# Seen: 0.1 ms on a page without fields, 28 ms on one with 4,000 checkboxes; 0.5 and 50 ms on a busy machine.
# A board has a checkbox a row, and its place was written at each click: src/web/browser/history-entry.ts writes
# what has changed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --ignore-scripts --silent playwright-core@1.65.1
cat > seen.mjs <<'JS'
import { chromium } from 'playwright-core'

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' })
console.log(`Chromium ${browser.version()}`)
const page = await browser.newPage()

async function costWith(fields) {
  const body = `<!doctype html><body>${'<input type=checkbox>'.repeat(fields)}`
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`http://page.test/${fields}`)
  // The least of several, since others share the machine.
  const ms = await page.evaluate(() => {
    const costs = Array.from({ length: 15 }, (_, at) => {
      const from = performance.now()
      for (let i = 0; i < 5; i++) history.replaceState({ at, i }, '')
      return (performance.now() - from) / 5
    })
    return Math.min(...costs)
  })
  await page.unroute('**/*')
  console.log(`${fields} fields: ${ms.toFixed(2)} ms`)
  return ms
}

const [none, many] = [await costWith(0), await costWith(4000)]
await browser.close()
process.exit(many > 10 * none ? 0 : 1)
JS
node seen.mjs
