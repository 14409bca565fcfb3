#!/usr/bin/env bash
# A list that MariaDB makes with JSON_ARRAYAGG ends after 1 MiB, in the middle of a record, behind which it sets a `]`.
#
# Versions: MariaDB 10.11.19 (Debian 12: mariadb-server), jq 1.6 to read it.
# Expected: all 20,000 records, or an error: `max_allowed_packet` is 16 MiB, and JSON_OBJECTAGG returns 1.8 MB whole.
# Seen: 1,048,579 bytes that end in `xxx"]`, exit code 0 and no word: `group_concat_max_len` is the limit of this function too,
# and only SHOW WARNINGS tells ("Row 9997 was cut by JSON_ARRAYAGG()"). With `set session group_concat_max_len` it is whole.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -n "$server" ] && kill "$server" 2> /dev/null && wait "$server"; rm -rf "$folder"' EXIT
cd "$folder"
command -v mariadbd > /dev/null || apt-get install -y -qq --no-install-recommends mariadb-server > /dev/null
command -v jq > /dev/null || apt-get install -y -qq --no-install-recommends jq > /dev/null
mkdir data && chmod 755 . && chown mysql data
mariadb-install-db --user=mysql --datadir="$folder/data" --auth-root-authentication-method=normal > /dev/null 2>&1
mariadbd --no-defaults --user=mysql --datadir="$folder/data" --socket="$folder/data/socket" --skip-networking > /dev/null 2>&1 &
server=$!
ask() { mariadb -S "$folder/data/socket" -u root -N -r "$@"; }
for _ in $(seq 200); do ask -e 'select 1' > /dev/null 2>&1 && break; sleep 0.2; done
mariadbd --version
ask -e 'create database own'
list="select json_arrayagg(json_object('id', seq, 'name', repeat('x', 80))) from seq_1_to_20000"
ask own -e "$list" > cut.json
ask own -e "set session group_concat_max_len = 67108864; $list" > whole.json
ask own -e "select json_objectagg(seq, repeat('x', 80)) from seq_1_to_20000" > object.json
wc -c cut.json whole.json object.json
tail -c 20 cut.json
[ "$(wc -c < cut.json)" = 1048579 ]
[ "$(tail -c 5 cut.json)" = 'xx"]' ]
if jq length cut.json 2> /dev/null; then exit 1; fi
[ "$(jq length whole.json)" = 20000 ]
[ "$(jq length object.json)" = 20000 ]
