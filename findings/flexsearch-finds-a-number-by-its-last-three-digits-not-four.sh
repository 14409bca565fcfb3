#!/usr/bin/env bash
# FlexSearch 0.8.212, Node 20. Expected with `tokenize: 'forward'`: "Version 123456" by the beginnings of 123456 alone.
# Seen: also by 456, yet not by 3456 or 56: numbers are cut into groups of three digits, which are words of their own.
# Output seen:
#   123456: 1, 1234: 1, 456: 1, 3456: 0, 56: 0, 123 456: 1, 456 123: 1
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefer-offline --no-audit --no-fund --silent flexsearch@0.8.212
cat >look.mjs <<'JS'
import FlexSearch from 'flexsearch'
const index = new FlexSearch.Index({ tokenize: 'forward' })
index.add(1, 'Version 123456')
const queries = ['123456', '1234', '456', '3456', '56', '123 456', '456 123']
console.log(queries.map((query) => `${query}: ${index.search(query).length}`).join(', '))
JS
echo "FlexSearch $(node -p 'require("./node_modules/flexsearch/package.json").version'), Node $(node --version)"
seen=$(node look.mjs)
echo "$seen"
[ "$seen" = "123456: 1, 1234: 1, 456: 1, 3456: 0, 56: 0, 123 456: 1, 456 123: 1" ]
