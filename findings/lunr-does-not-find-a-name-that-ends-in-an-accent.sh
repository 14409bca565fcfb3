#!/usr/bin/env bash
# lunr 2.3.9, Node 20. Expected: a name is found by itself. Seen: "Café" and "Łódź" are not, "Brûlée" is.
# Its trimmer cuts what is no ASCII letter from both ends of the words it indexes ("caf"), and of no word it is asked for.
# Output seen:
#   {"Café":[],"Łódź":[],"Brûlée":["Brûlée"],"caf":["Café"]}
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefer-offline --no-audit --no-fund --silent lunr@2.3.9
cat >look.cjs <<'JS'
const lunr = require('lunr')
const names = ['Café', 'Łódź', 'Brûlée']
const index = lunr(function () {
  this.ref('id')
  this.field('name')
  names.forEach((name, id) => this.add({ id, name }))
})
const found = (query) => index.search(query).map(({ ref }) => names[ref])
console.log(JSON.stringify(Object.fromEntries([...names, 'caf'].map((query) => [query, found(query)]))))
JS
echo "lunr $(node -p 'require("lunr").version'), Node $(node --version)"
seen=$(node look.cjs)
echo "$seen"
[ "$seen" = '{"Café":[],"Łódź":[],"Brûlée":["Brûlée"],"caf":["Café"]}' ]
