#!/usr/bin/env bash
# wget and a stream that is cut: a POST is asked again, as often as 20 times, and what is printed is glued together.
#
# Version: GNU Wget 1.21.3 (Debian 12), Node 20.20.2.
# Expected: a POST is not repeated: wget prints what came, and ends with an error.
# Seen: it posts again with `Range: bytes=N-`, drops as many bytes of the new answer as it has printed of the old one, and
# prints the rest of the new one behind: half of a first answer and half of a second. With `--tries=1` it asks once
# and ends with 4.
set -euo pipefail
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server"; rm -rf "$folder"' EXIT
cd "$folder"
cat > server.mjs <<'JS'
import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
let asked = 0
const server = createServer((request, response) => {
  asked += 1
  appendFileSync('asked', `${request.method} ${request.headers.range ?? 'whole'}\n`)
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.write(`{"answer":${asked},"line":1}\n`)
  if (asked > 1) return response.end(`{"answer":${asked},"line":2}\n`)
  setTimeout(() => request.socket.destroy(), 200)
})
server.listen(0, '127.0.0.1', () => writeFileSync('port', String(server.address().port)))
JS
ask() {
  rm -f asked port
  node server.mjs & server=$!
  for _ in $(seq 100); do [ -s port ] && break; sleep 0.1; done
  code=0
  wget -q --no-config "$@" -O - --post-data '{}' "http://127.0.0.1:$(cat port)/" > printed || code=$?
  kill "$server"; wait "$server" 2> /dev/null || true; server=
}
wget --version | head -1
ask
echo "exit $code"; cat asked printed
[ "$code" = 0 ] && [ "$(cat asked)" = $'POST whole\nPOST bytes=22-' ]
[ "$(cat printed)" = $'{"answer":1,"line":1}\n{"answer":2,"line":2}' ]
ask --tries=1
echo "with --tries=1: exit $code"; cat asked
[ "$code" = 4 ] && [ "$(cat asked)" = 'POST whole' ]
