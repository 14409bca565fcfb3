#!/usr/bin/env bash
# ExcelJS, asked for the CSV of a sheet, gives other cells than the sheet shows.
#
# Versions: exceljs 4.4.0.
# Expected: what a spreadsheet saves as CSV: the text of a linked cell, the text of a formatted one, 0 for a formula whose result is 0.
# Seen: the address in place of the text of a link, the JSON of its runs for formatted text, and an empty cell for a formula
# that results in 0, where the plain number 0 is written.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund exceljs@4.4.0
cat > write.cjs <<'JS'
const { Workbook } = require('exceljs')
const book = new Workbook()
const sheet = book.addWorksheet('launches')
sheet.addRow(['name', 'tagline', 'votes'])
const runs = [{ text: 'Flies ' }, { font: { bold: true }, text: 'high' }]
sheet.addRow([{ text: 'Kite', hyperlink: 'https://kite.example/' }, { richText: runs }, { formula: '7*1', result: 7 }])
sheet.addRow(['Boat', 'Swims', { formula: '7-7', result: 0 }])
sheet.addRow(['Café', '', 0])
book.csv.writeBuffer().then((bytes) => console.log(bytes.toString()))
JS
node write.cjs | tee launches.csv
[ "$(sed -n 2p launches.csv)" = 'https://kite.example/,"{""richText"":[{""text"":""Flies ""},{""font"":{""bold"":true},""text"":""high""}]}",7' ]
[ "$(sed -n 3p launches.csv)" = 'Boat,Swims,' ]
[ "$(sed -n 4p launches.csv)" = 'Café,,0' ]
