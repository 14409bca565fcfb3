#!/usr/bin/env bash
# Versions: adaptivecards 3.0.6 (Microsoft's library of the cards of Teams), Node 20.
# Expected: `import` and `require` of the package load it, as its `main` says; without a document it may fail at rendering.
# Seen: both fail while loading: `lib/adaptivecards.js` is an ES module that imports `./strings` without its ending.
# The file for browsers in `dist` loads once there is a `self`, and reads and checks cards without a document.
# test/watches/formats.test.ts checks the card for Teams with that file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund adaptivecards@3.0.6
cat > run.mjs <<'JS'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)
const imported = await import('adaptivecards').then(() => 'loaded', ({ code }) => code)
const required = await Promise.resolve().then(() => require('adaptivecards')).then(() => 'loaded', ({ code }) => code)
globalThis.self = globalThis
const cards = require('adaptivecards/dist/adaptivecards.js')
const context = new cards.SerializationContext(cards.Versions.v1_4)
const card = { type: 'AdaptiveCard', version: '1.4', body: [{ type: 'TextBlock', text: 'A', weight: 'Boldest' }] }
new cards.AdaptiveCard().parse(card, context)
const issues = Array.from({ length: context.eventCount }, (_, at) => context.getEventAt(at).message)
console.log(process.version, { imported, required, issues })
const fails = (code) => code !== 'loaded'
const isAsSeen = fails(imported) && fails(required) && issues.join() === 'Invalid value "Boldest" for property "weight".'
process.exit(isAsSeen ? 0 : 1)
JS
node run.mjs
