#!/usr/bin/env bash
# Node 20.20.2, @cometchat/chat-uikit-react 7.2.1 (the reader of its chat bubbles), esbuild 0.28.2 to load it.
# Expected: `&gt; 5 people` is a text that begins with a sign, as everywhere; `C++ and Notepad++` are two names.
# Seen: `&gt;` at the start of a line begins a quote, while `&#62;` is the sign; two names with `++` are underlined
# from the first to the second. So names are written with decimal references: src/language/markdown.ts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --legacy-peer-deps @cometchat/chat-uikit-react@7.2.1 \
  react@19.3.1 react-dom@19.3.1 esbuild@0.28.2
node node_modules/esbuild/install.js
# The file of the kit that has the reader; the others want a browser.
reader=$(grep -l 'var CometChatMarkdownFormatter = ' node_modules/@cometchat/chat-uikit-react/dist/*.js)
npx esbuild "$reader" --bundle --format=cjs --outfile=kit.cjs --loader:.css=empty --log-level=error
cat > run.cjs <<'JS'
const { CometChatMarkdownFormatter } = require('./kit.cjs')
const read = (text) => new CometChatMarkdownFormatter().format(text)
const seen = ['&gt; 5 people', '&#62; 5 people', 'C++ and Notepad++', 'C&#43;+ and Notepad&#43;+'].map((text) => [text, read(text)])
for (const [text, html] of seen) console.log(JSON.stringify(text), '->', html)
const expected = ['<blockquote>5 people</blockquote>', '&#62; 5 people', 'C<u> and Notepad</u>', 'C&#43;+ and Notepad&#43;+']
process.exit(seen.every(([, html], at) => html === expected[at]) ? 0 : 1)
JS
node run.cjs
# "&gt; 5 people" -> <blockquote>5 people</blockquote>
# "&#62; 5 people" -> &#62; 5 people
# "C++ and Notepad++" -> C<u> and Notepad</u>
# "C&#43;+ and Notepad&#43;+" -> C&#43;+ and Notepad&#43;+
