#!/usr/bin/env bash
# Splitting a Worker into modules that it imports when they are needed spares no compilation at its start.
#
# Version: workerd 1.20260426.1.
# Expected: a module that only `import()` names is compiled when it is first imported, as Node and browsers do: a
# mistake in it is an error of that import, and its size costs a start nothing.
# Seen: workerd parses every module of the Worker before the first request. One with a mistake keeps the Worker
# from starting ("Uncaught SyntaxError"), although no request asks for it. Node starts, and answers.
# So the data of the embedded model is no module of the Worker: it is a file beside the page.
set -euo pipefail
folder=$(mktemp -d)
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --no-audit --no-fund --silent workerd@1.20260426.1
cat > main.mjs <<'JS'
export default {
  async fetch() {
    if (globalThis.isAsked) await import('./other.mjs')
    return new Response('answered')
  },
}
JS
port=$(node -e "const s = require('net').createServer().listen(0, () => { console.log(s.address().port); s.close() })")
cat > worker.capnp <<CAPNP
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [
      (name = "main.mjs", esModule = embed "main.mjs"),
      (name = "other.mjs", esModule = embed "other.mjs"),
    ],
    compatibilityDate = "2026-04-01"))],
  sockets = [(name = "http", address = "127.0.0.1:$port", http = (), service = "main")]);
CAPNP
answer() {
  node_modules/.bin/workerd serve worker.capnp 2> log & pid=$!
  for _ in $(seq 100); do
    if curl -sf "http://127.0.0.1:$port/"; then break; fi
    kill -0 "$pid" 2>/dev/null || break
    sleep 0.1
  done
  kill "$pid" 2>/dev/null || true
  wait "$pid" 2>/dev/null || true
  pid=
}
echo 'export const a = 1' > other.mjs
sound=$(answer)
echo 'export const a = ;' > other.mjs
broken=$(answer)
error=$(grep -o 'SyntaxError.*' log || true)
inNode=$(node -e "import('./main.mjs').then(({ default: { fetch } }) => fetch()).then((r) => r.text()).then(console.log)")
echo "$(node_modules/.bin/workerd --version), Node $(node --version)"
echo "workerd, a module that nobody imports yet: '$sound'; with a mistake in it: '$broken' ($error)"
echo "Node, with the mistake: '$inNode'"
[ "$sound" = answered ] && [ -z "$broken" ] && [[ $error == SyntaxError* ]] && [ "$inNode" = answered ]
