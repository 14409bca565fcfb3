#!/usr/bin/env bash
# The recipe for CSV from MariaDB (quotes doubled by `escaped by '"'`) breaks at the first NULL.
#
# Versions: MariaDB 10.11.19 (Debian 12: mariadb-server).
# Expected: NULL is an empty cell or \N beside quoted texts whose quotes are doubled.
# Seen: 1,"say ""hi""" and 2,"N: the escape character stands before an N, which readers of CSV take for a cell that goes on
# for the rest of the file.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -n "$server" ] && kill "$server" 2> /dev/null && wait "$server"; rm -rf "$folder"' EXIT
cd "$folder"
command -v mariadbd > /dev/null || apt-get install -y -qq --no-install-recommends mariadb-server > /dev/null
mkdir data && chmod 755 . && chown mysql data
mariadb-install-db --user=mysql --datadir="$folder/data" --auth-root-authentication-method=normal > /dev/null 2>&1
mariadbd --no-defaults --user=mysql --datadir="$folder/data" --socket="$folder/data/socket" --skip-networking \
  --secure-file-priv= > /dev/null 2>&1 &
server=$!
ask() { mariadb -S "$folder/data/socket" -u root "$@"; }
for _ in $(seq 200); do ask -e 'select 1' > /dev/null 2>&1 && break; sleep 0.2; done
mariadbd --version
ask -e "create database own; create table own.t (id int, text text); insert into own.t values (1, 'say \"hi\"'), (2, null)"
ask -e "select * from own.t into outfile '$folder/data/t.csv' fields terminated by ',' optionally enclosed by '\"' escaped by '\"'"
cat data/t.csv
[ "$(cat data/t.csv)" = "$(printf '1,"say ""hi"""\n2,"N')" ]
