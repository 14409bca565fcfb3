#!/usr/bin/env bash
# csvkit guesses what a column is. Its JSON then has other ids than its CSV, and names of months become days.
#
# Versions: csvkit 1.0.7 (Debian 12: csvkit), Python 3.11.2, Node 20.20.2 to read the JSON.
# Expected: ids with all digits in JSON as in the CSV of csvsort, for both read them as exact decimals; names as texts.
# Seen: csvsort keeps 12345678901234567, csvjson writes 1.2345678901234568e+16, which reads as ...568, and csvsql writes
# that into CSV too. Names "March" and "May 5" are "0001-03-01" and "0001-05-05", and "No" and "T" false and true.
# `csvjson --no-inference` keeps all.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v csvjson > /dev/null || apt-get install -y -qq --no-install-recommends csvkit > /dev/null
export PYTHONWARNINGS=ignore
csvjson --version 2>&1
printf '%s\n' id,name 12345678901234567,March 12345678901234569,'May 5' > months.csv
printf '%s\n' id,name 1,No 2,T > flags.csv
csvjson months.csv | tee months.json && echo
csvjson flags.csv | tee flags.json && echo
csvsort -c id months.csv > sorted.csv
csvsql --query 'select id from months' months.csv 2> /dev/null > selected.csv
csvjson --no-inference months.csv > plain.json
read_json() { node -p "JSON.parse(fs.readFileSync('$1', 'utf8')).map(({ id, name }) => id + ' ' + name).join(', ')"; }
[ "$(read_json months.json)" = '12345678901234568 0001-03-01, 12345678901234568 0001-05-05' ]
[ "$(read_json flags.json)" = '1 false, 2 true' ]
[ "$(read_json plain.json)" = '12345678901234567 March, 12345678901234569 May 5' ]
grep -q '^12345678901234567,' sorted.csv
grep -q '^1.2345678901234568e+16$' selected.csv
