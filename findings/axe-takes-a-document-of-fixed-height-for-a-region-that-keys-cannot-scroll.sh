#!/usr/bin/env bash
# axe reports a document whose root has a height and `overflow: auto`, though arrow keys scroll it.
#
# Versions: axe-core 4.14.1, Chromium 156.0.8078.108 (Debian 12), playwright-core 1.65.1.
# Expected: the overflow of the root element is that of the viewport, which keys scroll without a focus: no issue,
# whatever the height of the root.
# Seen: with `height: 200px` on the root, as hosts of MCP Apps ask for, axe finds `scrollable-region-focusable` on
# <html>; without the height it finds nothing. Both documents scroll by the arrow keys. A `tabindex` on <main>
# satisfies it. build.mjs gives one to the board for assistants.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --ignore-scripts --silent axe-core@4.14.1 playwright-core@1.65.1
cat > seen.mjs <<'JS'
import { readFile } from 'node:fs/promises'
import { chromium } from 'playwright-core'

const axe = await readFile('node_modules/axe-core/axe.min.js', 'utf8')
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium' })
console.log(`Chromium ${browser.version()}`)

async function look(style, attributes) {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } })
  const lines = Array.from({ length: 60 }, (_, at) => `<p>Line ${at}</p>`).join('')
  await page.setContent(
    `<!doctype html><html lang="en" style="${style}"><title>Lines</title><main ${attributes}><h1>Lines</h1>${lines}</main></html>`,
  )
  await page.evaluate(axe)
  const issues = await page.evaluate('axe.run().then(({ violations }) => violations.map(({ id }) => id))')
  for (let presses = 0; presses < 5; presses += 1) await page.keyboard.press('ArrowDown')
  await page.waitForFunction('scrollY > 0')
  console.log(`style="${style}" <main ${attributes}>: ${issues.join(', ') || 'nothing'}; arrow keys scroll it`)
  await page.close()
  return issues.includes('scrollable-region-focusable')
}

const fixed = await look('overflow: auto; height: 200px', '')
const free = await look('overflow: auto', '')
const focusable = await look('overflow: auto; height: 200px', 'tabindex="0"')
await browser.close()
process.exit(fixed && !free && !focusable ? 0 : 1)
JS
node seen.mjs
