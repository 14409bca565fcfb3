#!/usr/bin/env bash
# Loading libsql from a bundle parses the whole source map of the bundle, though nothing has failed.
#
# Versions: libsql 0.5.29, esbuild 0.28.2, Node 20.20.2 with --enable-source-maps.
# Expected: the flag costs something once the stack of an error is read; a program without errors pays nothing.
# Seen: libsql's loader asks `process.report.getReport()` whether the C library is glibc. A report has a
# JavaScript stack in it, and with the flag Node maps it: heap after GC 58 MB before, 131 MB after, for
# good. Without the flag 51 MB. From node_modules, unbundled, nothing: the frames of the bundle are too deep.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund libsql@0.5.29 esbuild@0.28.2
# A program whose bundle has a large map: half of it is never called.
node -e "
for (let at = 0; at < 60000; at += 1) console.log('export function f' + at + '(a, b) { return a * b + ' + at + ' }')
" > many.mjs
cat > program.mjs <<'JS'
import * as many from './many.mjs'
if (process.env.LOAD) require('libsql')
if (globalThis.never) console.log(many)
globalThis.gc()
globalThis.gc()
console.log(Math.round(process.memoryUsage().heapUsed / 1e6))
JS
npx esbuild program.mjs --bundle --platform=node --format=cjs --sourcemap --outfile=bundle.cjs --log-level=error
heap() { env "$@" node --expose-gc $flags bundle.cjs; }
flags=--enable-source-maps
idle=$(heap A=1)
loaded=$(heap LOAD=1)
flags=
plain=$(heap LOAD=1)
echo "Node $(node --version): heap after GC, MB: with the flag $idle, with the flag and libsql $loaded, with libsql alone $plain"
[ $((loaded - idle)) -ge 30 ] && [ $((plain - idle)) -lt 10 ]
