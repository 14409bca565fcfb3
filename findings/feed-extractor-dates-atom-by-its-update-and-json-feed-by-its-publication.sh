#!/usr/bin/env bash
# Versions: @extractus/feed-extractor 8.0.3, rss-parser 3.13.0, Node 20.
# One entry, published on the 20th and updated on the 21st, as Atom and as JSON Feed 1.1.
# Expected: `published` is the 20th in both.
# Seen: feed-extractor gives the 21st for Atom (its `updated`), the 20th for JSON Feed; rss-parser the 20th for Atom.
# Entries of our feeds have one date in both forms: `updated` is `published`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @extractus/feed-extractor@8.0.3 rss-parser@3.13.0
cat > run.mjs <<'JS'
import { extractFromJson, extractFromXml } from '@extractus/feed-extractor'
import Parser from 'rss-parser'

const [published, updated, link] = ['2026-11-20T00:00:00Z', '2026-11-21T00:00:00Z', 'https://example.org/1']
const xml = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Days</title><id>urn:days</id><updated>${updated}</updated>
<link href="https://example.org/"/><author><name>Ann</name></author>
<entry><id>urn:day:1</id><title>One</title><link href="${link}"/><summary>first</summary>
<published>${published}</published><updated>${updated}</updated></entry></feed>`
const item = { id: 'urn:day:1', url: link, title: 'One', content_text: 'first', date_published: published, date_modified: updated }
const json = { version: 'https://jsonfeed.org/version/1.1', title: 'Days', home_page_url: 'https://example.org/', items: [item] }

const day = (instant) => instant.slice(0, 10)
const seen = {
  atom: day(extractFromXml(xml).entries[0].published),
  json: day(extractFromJson(json).entries[0].published),
  rssParser: day((await new Parser().parseString(xml)).items[0].isoDate),
}
console.log(process.version, seen)
const isAsSeen = seen.atom === '2026-11-21' && seen.json === '2026-11-20' && seen.rssParser === '2026-11-20'
process.exit(isAsSeen ? 0 : 1)
JS
node run.mjs
