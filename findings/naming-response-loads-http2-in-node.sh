#!/usr/bin/env bash
# A Node program that names `Response` loads HTTP/2, TLS and a Web Socket client, and pays for them.
#
# Version: Node 20.20.2.
# Expected: `Response`, `Headers` and `fetch` are globals that are there from the start; naming one costs nothing, and
# a client is set up by the first call of `fetch`.
# Seen: the first mention of `Response` or `Headers` loads 106 modules of Node (undici in whole, with http2, tls and
# zlib): 33 ms of CPU and 10 MB here. Naming `fetch` loads none. This is a floor under the start of every service
# whose handlers return a `Response`, as those of Hono do.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat > program.cjs <<'JS'
const { moduleLoadList: list } = process
const before = { count: list.length, cpu: process.cpuUsage(), rss: process.memoryUsage.rss() }
globalThis[process.argv[2]]
const { user, system } = process.cpuUsage(before.cpu)
const megabytes = Math.round((process.memoryUsage.rss() - before.rss) / 1e6)
const hasHttp2 = list.slice(before.count).includes('NativeModule http2')
console.log(list.length - before.count, hasHttp2, Math.round((user + system) / 1000), megabytes)
JS
echo "Node $(node --version); modules loaded, HTTP/2 among them, ms of CPU, MB"
for name in fetch Blob Headers Response; do
  read -r count hasHttp2 ms mb <<< "$(node program.cjs "$name")"
  echo "$name: $count $hasHttp2 $ms $mb"
  case $name in
    fetch | Blob) [ "$count" -lt 5 ] && [ "$hasHttp2" = false ] ;;
    *) [ "$count" -gt 60 ] && [ "$hasHttp2" = true ] ;;
  esac
done
