#!/usr/bin/env bash
# Colours in the notation with spaces, which design programs and minifiers write: what does resvg paint?
#
# Versions: @resvg/resvg-wasm 2.6.2, Node 20.20.2.
# Expected: it reads `rgb(10 20 30)`, so the same with `/ 50%` too, or it refuses both.
# Seen: with an opacity behind a slash it paints solid black, without an error, in attributes and in styles alike; so do
# `hsl(120deg 50% 50%)` where `hsl(120 50% 50%)` is read, `oklch()` and the named colour rebeccapurple. Pictures of links here have #rrggbb.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @resvg/resvg-wasm@2.6.2
cat > colours.js <<'JS'
import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

await initWasm(await readFile('node_modules/@resvg/resvg-wasm/index_bg.wasm'))
const SEEN = {
  'rgb(10 20 30)': '10,20,30,255',
  'rgb(10 20 30 / 50%)': '0,0,0,255',
  'hsl(120 50% 50%)': '63,191,63,255',
  'hsl(120deg 50% 50%)': '0,0,0,255',
  'oklch(0.6 0.2 30)': '0,0,0,255',
  rebeccapurple: '0,0,0,255',
}
const svg = (attributes) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><rect width="1" height="1" ${attributes}/></svg>`
let isAsSeen = true
for (const [colour, expected] of Object.entries(SEEN)) {
  const painted = [`fill="${colour}"`, `style="fill:${colour}"`].map((attributes) => new Resvg(svg(attributes)).render().pixels.join())
  console.log(colour.padEnd(20), painted.join('   '))
  isAsSeen &&= painted.every((pixels) => pixels === expected)
}
process.exit(isAsSeen ? 0 : 1)
JS
node colours.js
