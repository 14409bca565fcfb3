#!/usr/bin/env bash
# An Atom entry may have several authors. The most used feed parser of Node then names the author of the whole feed.
#
# Versions: feedparser 2.6.0, rss-parser 3.13.0, @rowanmanning/feed-parser 2.1.5, Node 20.20.2.
# Expected: Ada of an entry by Ada, and Ada, or both, of one by Ada and Grace; the author of the feed only of an entry without.
# Seen: feedparser says "Board", the author of the feed, of the entry by two, and null if the feed has none. The others
# say Ada, and Ada and Grace.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module"}' > package.json
npm install --silent --no-audit --no-fund feedparser@2.6.0 rss-parser@3.13.0 @rowanmanning/feed-parser@2.1.5
cat > authors.js <<'JS'
import assert from 'node:assert'
import { Readable } from 'node:stream'
import { parseFeed } from '@rowanmanning/feed-parser'
import FeedParser from 'feedparser'
import RssParser from 'rss-parser'

const authors = (names) => names.map((name) => `<author><name>${name}</name></author>`).join('')
const entry = (...names) => `<entry><id>tag:example.org,2026:${names.length}</id><title>By ${names.length}</title>
<updated>2026-11-20T09:30:00Z</updated><link href="https://example.org/"/>${authors(names)}</entry>`
const feed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><id>tag:example.org,2026:feed</id><title>Launches</title>
<updated>2026-11-20T10:00:00Z</updated>${authors(['Board'])}${entry('Ada')}${entry('Ada', 'Grace')}${entry()}</feed>`

const byFeedparser = []
for await (const { author } of Readable.from([feed]).pipe(new FeedParser())) byFeedparser.push(author)
const { items } = await new RssParser().parseString(feed)
const others = parseFeed(feed).items.map(({ authors }) => authors.map(({ name }) => name).join(' '))
const seen = { feedparser: byFeedparser, 'rss-parser': items.map(({ author }) => author), others }
console.log(seen)
assert.deepEqual(seen, {
  feedparser: ['Ada', 'Board', 'Board'],
  'rss-parser': ['Ada', 'Ada', undefined],
  others: ['Ada', 'Ada Grace', 'Board'],
})
JS
node authors.js
