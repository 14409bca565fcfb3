#!/usr/bin/env bash
# A text of `font-size="2rem"` is drawn smaller than one of `2em`, at the size of a text without any.
#
# Versions: @resvg/resvg-wasm 2.6.2, @fontsource/inter 5.3.0, Node 20.20.2.
# Expected: 32 px as browsers draw it, or an error. Both units stand at the root, and are the same length there.
# Seen: `2em` is 24 px, twice the default of 12 px; `2rem` is 12 px, the same points as no size: the unit makes the attribute void.
# `src/routes/share-picture.ts` has sizes without units.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @resvg/resvg-wasm@2.6.2 @fontsource/inter@5.3.0
cat > sizes.js <<'JS'
import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

await initWasm(await readFile('node_modules/@resvg/resvg-wasm/index_bg.wasm'))
const file = 'node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2'
const font = { fontBuffers: [new Uint8Array(await readFile(file))], defaultFontFamily: 'Inter' }
const widthOf = (size) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100">
    <text x="10" y="60" font-family="Inter" ${size}>Hamburg</text></svg>`
  const { pixels } = new Resvg(svg, { font }).render()
  const columns = [...pixels.keys()].filter((at) => at % 4 === 3 && pixels[at] > 40)
  const xs = columns.map((at) => ((at - 3) / 4) % 400)
  return Math.max(...xs) - Math.min(...xs) + 1
}
const sizes = ['', 'font-size="12"', 'font-size="2em"', 'font-size="2rem"', 'font-size="32"']
const widths = Object.fromEntries(sizes.map((size) => [size || 'none', widthOf(size)]))
console.log('@resvg/resvg-wasm 2.6.2: widths of one word', widths)
const { none, 'font-size="2rem"': rem, 'font-size="2em"': em } = widths
process.exit(rem === none && em > 1.8 * rem ? 0 : 1)
JS
node sizes.js
