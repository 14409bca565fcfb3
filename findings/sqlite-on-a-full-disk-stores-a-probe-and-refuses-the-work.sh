#!/usr/bin/env bash
# A probe that stores one row says that SQLite can write, on a disk without a free byte.
#
# Versions: SQLite 3.40.1 (Debian 12, by Python's sqlite3), a tmpfs of 3 MiB, WAL mode, synchronous=FULL.
# Expected: with the disk full, an UPDATE of one small row fails with "database or disk is full", as every write does.
# Seen: it succeeds. After a checkpoint the WAL begins again at its start, in space that the file already has, so there is
# room for as much as it once held: 39 inserts of 8,000 bytes go in. When those fail, the small UPDATE still succeeds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat > "$folder/full.py" <<'PY'
import sqlite3, sys
folder = sys.argv[1]
db = sqlite3.connect(folder + '/a.db', isolation_level=None)
db.execute('pragma journal_mode=wal')
db.execute('pragma synchronous=full')
db.execute('create table t(k primary key, v)')
db.execute("insert into t values('probe', 0)")
def insert(key): db.execute('insert into t values(?, ?)', (key, 'x' * 8000))
for key in range(40): insert(key)
db.execute('pragma wal_checkpoint').fetchall()
filling = open(folder + '/filling', 'wb', buffering=0)
try:
    while True: filling.write(b'x' * 4096)
except OSError as error: print('the disk:', error.strerror)
def probe():
    try: db.execute("update t set v = v + 1 where k = 'probe'")
    except sqlite3.OperationalError as error: return str(error)
    return 'stored'
before, inserted = probe(), 0
try:
    while inserted < 1000:
        insert(1000 + inserted)
        inserted += 1
except sqlite3.OperationalError as error: reason = str(error)
after = probe()
print('SQLite', sqlite3.sqlite_version)
print('probe on a full disk:', before)
print('inserts of 8,000 bytes before one failed:', inserted, '(%s)' % reason)
print('probe after that:', after)
sys.exit(0 if before == after == 'stored' and inserted > 10 else 1)
PY
mkdir "$folder/disk"
unshare --mount --map-root-user sh -c 'mount -t tmpfs -o size=3m tmpfs "$1/disk" && python3 "$1/full.py" "$1/disk"' sh "$folder"
