#!/usr/bin/env bash
# Squid 5.7 (Debian 12) before an origin whose answers have neither Last-Modified nor ETag.
#
# Expected: such an answer has no validator, so that Squid asks for it again without a condition.
# Seen: it asks with If-Modified-Since, and makes the instant of it itself: the answer's Date. An origin that
# answers 304 by the age of its data, not of this answer, keeps what Squid has stored.
#
#   first: no condition
#   again: if-modified-since is the Date of the first answer
set -euo pipefail

folder=$(mktemp -d)
chmod 777 "$folder"
trap 'kill "${squid:-}" "${origin:-}" 2> /dev/null || true; wait; rm -rf "$folder"' EXIT
squid --version | head -1

cat > "$folder/origin.mjs" <<'JS'
import { createServer } from 'node:http'
const dates = []
const server = createServer((request, response) => {
  const condition = request.headers['if-modified-since']
  const isDate = dates.includes(condition)
  console.log(condition ? `again: if-modified-since is ${isDate ? 'the Date of the first answer' : condition}` : 'first: no condition')
  const date = new Date().toUTCString()
  dates.push(date)
  response.writeHead(200, { date, 'cache-control': 'max-age=1' })
  response.end('x')
})
server.listen(0, '127.0.0.1', () => console.error(server.address().port))
JS
node "$folder/origin.mjs" > "$folder/seen" 2> "$folder/port" &
origin=$!
until [ -s "$folder/port" ]; do sleep 0.1; done
port=$(node -e "const s = require('net').createServer().listen(0, () => { console.log(s.address().port); s.close() })")

cat > "$folder/squid.conf" <<CONF
pid_filename none
cache_log $folder/log
access_log none
shutdown_lifetime 0 seconds
http_port 127.0.0.1:$port accel vhost
cache_peer 127.0.0.1 parent $(cat "$folder/port") 0 no-query no-digest originserver
http_access allow all
CONF
squid -N -f "$folder/squid.conf" &
squid=$!
until curl -s -o /dev/null --max-time 2 "http://127.0.0.1:$port/"; do sleep 0.2; done
sleep 2
curl -s -o /dev/null --max-time 2 "http://127.0.0.1:$port/"

cat "$folder/seen"
diff "$folder/seen" - <<'SEEN'
first: no condition
again: if-modified-since is the Date of the first answer
SEEN
