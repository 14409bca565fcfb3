#!/usr/bin/env bash
# Node 20.20.2, react-markdown 10.1.0 with remark-gfm 4.0.1, marked 18.2.1, markdown-it 14.1.0.
# Expected: an address whose signs are character references or escaped (`https&#58;//`, `www&#46;`, `a&#64;b`) stays text, as
# CommonMark says of markup. Seen: react-markdown links all three, and those with backslashes: its plugin for
# addresses looks for them once more in the text that is left when references are read. marked and markdown-it do not.
# Only a sign that stays in the text, such as U+2060, prevents the link: src/language/markdown.ts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts react@19.3.1 react-dom@19.3.1 react-markdown@10.1.0 \
  remark-gfm@4.0.1 marked@18.2.1 markdown-it@14.1.0
cat > run.mjs <<'JS'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import gfm from 'remark-gfm'
import { marked } from 'marked'
import markdownIt from 'markdown-it'

const readers = {
  'react-markdown': (text) => renderToStaticMarkup(createElement(Markdown, { remarkPlugins: [gfm], children: text })),
  marked: (text) => marked.parse(text),
  'markdown-it': (text) => markdownIt({ linkify: false }).render(text),
}
const texts = {
  'https&#58;//a.example': true,
  'www&#46;a.example': true,
  'ann&#64;a.example': true,
  'https\\://a.example': true,
  'https:\u2060//a.example': false,
}
let changed = false
for (const [text, isLinked] of Object.entries(texts)) {
  const seen = Object.entries(readers).map(([name, read]) => [name, read(text).includes('<a ')])
  console.log(JSON.stringify(text), seen.map(([name, linked]) => `${name}: ${linked ? 'link' : 'text'}`).join(', '))
  for (const [name, linked] of seen) changed ||= linked !== (name === 'react-markdown' && isLinked)
}
process.exit(changed ? 1 : 0)
JS
node run.mjs
# "https&#58;//a.example" react-markdown: link, marked: text, markdown-it: text
# "www&#46;a.example" react-markdown: link, marked: text, markdown-it: text
# "ann&#64;a.example" react-markdown: link, marked: text, markdown-it: text
# "https\\://a.example" react-markdown: link, marked: text, markdown-it: text
# "https:⁠//a.example" react-markdown: text, marked: text, markdown-it: text
