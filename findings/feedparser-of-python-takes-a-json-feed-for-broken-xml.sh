#!/usr/bin/env bash
# Versions: feedparser 6.0.10 (python3-feedparser of Debian 12), which rss2email 3.13.1 reads with.
# A JSON Feed 1.1 and the same feed as Atom.
# Expected: both are read; JSON Feed is of 2017, this feedparser of 2022.
# Seen: Atom is "atom10" with its entry; of JSON Feed the version is '' and no entry is there. `bozo` is 1, "not
# well-formed", an exception is not thrown: a program that only loops over `entries` shows nothing.
# docs/connect/rankings.md sends Python's readers to /feed.atom.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > run.py <<'PY'
import json, sys
import feedparser

ITEM = {'id': 'urn:day:1', 'url': 'https://example.org/1', 'title': 'One', 'content_text': 'first'}
FEED = {'version': 'https://jsonfeed.org/version/1.1', 'title': 'Days', 'items': [ITEM]}
ATOM = '''<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom"><title>Days</title><id>urn:days</id><updated>2026-11-20T00:00:00Z</updated>
<entry><id>urn:day:1</id><title>One</title><link href="https://example.org/1"/><updated>2026-11-20T00:00:00Z</updated></entry></feed>'''

def seen(text, kind):
    feed = feedparser.parse(text, response_headers={'content-type': kind})
    return feed.version, [entry.title for entry in feed.entries], bool(feed.bozo)

atom = seen(ATOM, 'application/atom+xml')
of_json = seen(json.dumps(FEED), 'application/feed+json')
print(feedparser.__version__, atom, of_json)
sys.exit(0 if atom == ('atom10', ['One'], False) and of_json == ('', [], True) else 1)
PY
/usr/bin/python3 run.py
