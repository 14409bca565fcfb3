#!/usr/bin/env bash
# A workbook's format `h:mm` is a clock of 24 hours, unless it says AM/PM. xlsx2csv makes it one of 12, without AM or PM.
#
# Versions: xlsx2csv 0.7.8, openpyxl 3.0.9, Gnumeric 1.12.55 (Debian 12: xlsx2csv, python3-openpyxl, gnumeric).
# Expected: 15:30 and 00:05 of a workbook as openpyxl writes it by default, whose times are `yyyy-mm-dd h:mm:ss`.
# Seen: 03:30:00 and 12:05:00, so that midnight is noon. With `hh:mm:ss`, as pandas sets it, both are right, as they are
# with both formats in Gnumeric's CSV.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
has_all() { command -v xlsx2csv ssconvert > /dev/null && /usr/bin/python3 -c 'import openpyxl' 2> /dev/null; }
has_all || apt-get install -y -qq --no-install-recommends xlsx2csv gnumeric python3-openpyxl > /dev/null
xlsx2csv --version
/usr/bin/python3 - << 'PY'
import datetime
import openpyxl

book = openpyxl.Workbook()
sheet = book.active
for hour, minute in (15, 30), (0, 5):
    instant = datetime.datetime(2026, 11, 20, hour, minute)
    sheet.append([instant, instant])
    sheet.cell(sheet.max_row, 2).number_format = 'yyyy-mm-dd hh:mm:ss'
print('openpyxl', openpyxl.__version__, 'writes', sheet['A1'].number_format)
book.save('times.xlsx')
PY
xlsx2csv times.xlsx | tee times.csv
ssconvert times.xlsx gnumeric.csv 2> /dev/null
cat gnumeric.csv
[ "$(cat times.csv)" = '2026-11-20 03:30:00,2026-11-20 15:30:00
2026-11-20 12:05:00,2026-11-20 00:05:00' ]
[ "$(cat gnumeric.csv)" = '"2026/11/20 15:30:00","2026/11/20 15:30:00"
"2026/11/20 00:05:00","2026/11/20 00:05:00"' ]
