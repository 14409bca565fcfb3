#!/usr/bin/env bash
# Versions: standardwebhooks 1.1.1 (JavaScript), Node 20.
# A receiver hands the headers of a request to `verify`.
# Expected: a `Headers` of fetch (Hono's `c.req.raw.headers`, a route of Next.js, a Worker) works as a plain object does.
# Seen: "Missing required headers" for `Headers` with all three in it, which has no keys of its own; a plain object of
# the same is verified, also with other cases and with lists as values, as Node has them.
# docs/connect/watches.md says `Object.fromEntries(request.headers)`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund standardwebhooks@1.1.1
cat > run.mjs <<'JS'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
const at = new Date()
const body = '{"type":"launch.votes"}'
const plain = {
  'Webhook-Id': 'msg_1',
  'webhook-timestamp': String(Math.floor(at / 1000)),
  'webhook-signature': webhook.sign('msg_1', at, body),
}
const outcome = (headers) => {
  try {
    return webhook.verify(body, headers).type
  } catch (error) {
    return error.message
  }
}
const seen = {
  plain: outcome(plain),
  list: outcome({ ...plain, 'Webhook-Id': ['msg_1'] }),
  Headers: outcome(new Headers(plain)),
  entries: outcome(Object.fromEntries(new Headers(plain))),
}
console.log(process.version, seen)
const { plain: one, list, Headers: none, entries } = seen
const isAsSeen = [one, list, entries].every((type) => type === 'launch.votes') && none === 'Missing required headers'
process.exit(isAsSeen ? 0 : 1)
JS
node run.mjs
