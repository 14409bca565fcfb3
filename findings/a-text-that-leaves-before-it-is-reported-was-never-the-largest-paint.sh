#!/usr/bin/env bash
# A text of the first HTML that a script replaces at once counts for nothing: the script's copy is the largest paint.
#
# Versions: Chromium 156.0.8078.108 (Debian 12), playwright-core 1.65.1.
# Expected: the largest text is painted at first, so that is the largest contentful paint. That its element is
# replaced by an equal one later changes nothing: entries outlive their elements, and an equal size is no larger one.
# Seen: if the script is busy from the next frame on, and replaces the element before the browser has reported the
# paint, there is no entry for it. The copy is reported, a second late, though the reader saw no difference. Where
# the element leaves after its report, the entry has the time of the first paint. Two frames are too short a wait.
# src/web/main.tsx waits for the report of the paint.
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

/** Paints a text, and begins to replace it by an equal one, which takes 800 ms. */
async function paintsOf(begin) {
  const body = `<!doctype html><body><p>The largest text of this page, which stays the same</p><script>
    const seen = { paint: [], largest: [] }
    const observe = (type, list) =>
      new PerformanceObserver((all) => all.getEntries().forEach((one) => list.push(one.startTime))).observe({ type, buffered: true })
    observe('paint', seen.paint)
    observe('largest-contentful-paint', seen.largest)
    function replace() {
      const from = performance.now()
      while (performance.now() - from < 800);
      const text = document.querySelector('p')
      text.replaceWith(text.cloneNode(true))
    }
    ${begin}
  </script>`
  const page = await browser.newPage()
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto('http://page.test/')
  await page.waitForFunction('seen.largest.length > 0')
  const { paint, largest } = await page.evaluate('seen')
  await page.close()
  const late = Math.round(largest[0] - paint[0])
  console.log(`${begin.slice(0, 60)}: the first largest paint is ${late} ms after the first paint`)
  return late
}

const next = await paintsOf('requestAnimationFrame(() => setTimeout(replace))')
const frames = await paintsOf('requestAnimationFrame(() => requestAnimationFrame(replace))')
const reported = await paintsOf(`new PerformanceObserver(replace).observe({ type: 'paint', buffered: true })`)
await browser.close()
process.exit(next >= 700 && frames >= 700 && reported < 100 ? 0 : 1)
JS
node seen.mjs
