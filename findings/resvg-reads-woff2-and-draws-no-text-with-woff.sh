#!/usr/bin/env bash
# A text whose font is given as WOFF is not there in the picture, and nothing says so; the newer WOFF2 is read.
#
# Versions: @resvg/resvg-wasm 2.6.2, @fontsource/inter 5.3.0, Node 20.20.2.
# Expected: what unpacks WOFF2 (Brotli, transformed tables) unpacks WOFF (zlib) too, or refuses it.
# Seen: the same letters of one package have 1,917 dark points with its .woff2 and none with its .woff: no error, no fallback.
# `src/routes/share.ts` gives it WOFF2 alone.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund @resvg/resvg-wasm@2.6.2 @fontsource/inter@5.3.0
cat > fonts.js <<'JS'
import { readFile } from 'node:fs/promises'
import { initWasm, Resvg } from '@resvg/resvg-wasm'

await initWasm(await readFile('node_modules/@resvg/resvg-wasm/index_bg.wasm'))
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="100">
  <text x="10" y="60" font-family="Inter" font-size="40">Hamburg</text></svg>`
const inkWith = async (ending) => {
  const file = `node_modules/@fontsource/inter/files/inter-latin-400-normal.${ending}`
  const font = { fontBuffers: [new Uint8Array(await readFile(file))], defaultFontFamily: 'Inter' }
  const { pixels } = new Resvg(svg, { font }).render()
  return pixels.filter((alpha, at) => at % 4 === 3 && alpha > 40).length
}
const [woff2, woff] = [await inkWith('woff2'), await inkWith('woff')]
console.log('@resvg/resvg-wasm 2.6.2: dark points with .woff2', woff2, 'with .woff', woff)
process.exit(woff2 > 1_000 && woff === 0 ? 0 : 1)
JS
node fonts.js
