// Tries to break the built service with generated requests, and prints what came of it. `npm run faults --
// --help` names the options.
import { parseArgs } from 'node:util'
import { tryRequests } from './try-requests.ts'

const USAGE = `Usage: npm run faults -- [options]
  --requests N   generated requests (1,000,000)
  --minutes N    but no longer than this (60)
  --seed N       repeats the requests of an earlier run`

/** The longest that the event loop may be blocked. */
const MAX_BLOCKED_MS = 100

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

console.log(`seed ${values.seed}`)
const { issues, ...counts } = await tryRequests({
  requests: Number(values.requests),
  minutes: Number(values.minutes),
  seed: Number(values.seed),
})
for (const issue of issues) console.log(issue)
console.table(counts)
const isRight = counts.tried > 0 && counts.right === counts.tried
process.exit(isRight && counts.blockedMs <= MAX_BLOCKED_MS ? 0 : 1)
