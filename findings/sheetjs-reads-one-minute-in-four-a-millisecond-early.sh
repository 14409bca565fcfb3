#!/usr/bin/env bash
# SheetJS, asked for dates, reads a quarter of all full minutes of a workbook a millisecond early.
#
# Versions: xlsx 0.18.5, exceljs 4.4.0 (which writes the workbook, and reads it back).
# Expected: the minutes that were written, at least in UTC, or an error of the same kind for all.
# Seen: of the 1,440 minutes of a day about 360 end in 59.999: 9:05 is 09:04:59.999Z, while ExcelJS reads all of them right. Full hours are
# right too, so that no day is another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent --no-audit --no-fund xlsx@0.18.5 exceljs@4.4.0
cat > read.mjs <<'JS'
import exceljs from 'exceljs'
import { read, utils } from 'xlsx'
const minutes = Array.from({ length: 1_440 }, (_, at) => Date.UTC(2026, 10, 18) + at * 60_000)
const book = new exceljs.Workbook()
const sheet = book.addWorksheet('launches')
for (const at of minutes) sheet.addRow([new Date(at)])
const bytes = await book.xlsx.writeBuffer()
const rows = utils.sheet_to_json(read(bytes, { cellDates: true }).Sheets.launches, { header: 1 })
const early = minutes.filter((at, row) => rows[row][0] - at === -1)
const right = minutes.filter((at, row) => rows[row][0] - at === 0)
const again = new exceljs.Workbook()
await again.xlsx.load(bytes)
const wrong = minutes.filter((at, row) => again.worksheets[0].getRow(row + 1).getCell(1).value - at !== 0)
console.log(`SheetJS: ${right.length} right, ${early.length} a millisecond early; ExcelJS: ${wrong.length} wrong`)
console.log(`9:05 is ${rows[9 * 60 + 5][0].toISOString()}`)
const hours = early.filter((at) => at % 3_600_000 === 0)
process.exitCode = early.length > 300 && right.length + early.length === 1_440 && wrong.length + hours.length === 0 ? 0 : 1
JS
TZ=UTC node read.mjs
