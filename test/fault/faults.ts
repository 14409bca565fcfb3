// Tries to break the built service: with generated requests, and by taking Redis away. It prints what
// came of it. `npm run faults -- --help` names the options.
import { parseArgs } from 'node:util'
import { isRedisMissing } from '../helper/redis-server.ts'
import { tryRedis } from './redis-faults.ts'
import { tryRequests } from './try-requests.ts'

const USAGE = `Usage: npm run faults -- [options]
  --requests N   generated requests (1,000,000)
  --minutes N    but no longer than this (60)
  --seed N       repeats the requests of an earlier run
  --only NAME    one of requests, redis (both)
  --seconds N    how long each failure of Redis lasts (5)`

/** The longest that the event loop may be blocked. */
const MAX_BLOCKED_MS = 100

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '60' },
    only: { type: 'string', default: 'requests,redis' },
    seconds: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const scenarios: Record<string, () => Promise<boolean>> = { requests, redis }
const named = values.only.split(',')
const isKnown = named.every((name) => Object.hasOwn(scenarios, name))
if (!isKnown) console.log(USAGE)

let isGood = isKnown
for (const name of isKnown ? named : []) {
  console.log(`\n## ${name}`)
  isGood = ((await scenarios[name]?.()) ?? false) && isGood
}
process.exit(isGood ? 0 : 1)

async function requests() {
  console.log(`seed ${values.seed}`)
  const { issues, ...counts } = await tryRequests({
    requests: Number(values.requests),
    minutes: Number(values.minutes),
    seed: Number(values.seed),
  })
  for (const issue of issues) console.log(issue)
  console.table(counts)
  return counts.tried > 0 && counts.right === counts.tried && counts.blockedMs <= MAX_BLOCKED_MS
}

async function redis() {
  if (isRedisMissing) return true
  const { rows, issues } = await tryRedis({ secondsPerPhase: Number(values.seconds) })
  for (const issue of issues) console.log(issue)
  console.table(rows)
  return issues.length === 0
}
