// Tries to break the built service with generated requests, and prints what came of it. `npm run faults --
// --help` names the options.
import { parseArgs } from 'node:util'
import { tryRequests } from './try-requests.ts'

const USAGE = `Usage: npm run faults -- [options]
  --requests N   generated requests (1,000,000)
  --minutes N    but no longer than this (60)
  --seed N       repeats the requests of an earlier run; each 20,000 have the next one`

/** Then a new service is filled again: what is there wears down, since much of it is deleted. */
const PER_ROUND = 20_000
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

const requests = Number(values.requests)
const endsAtMs = Date.now() + Number(values.minutes) * 60_000
let seed = Number(values.seed)
let isRight = true
for (let left = requests; left > 0 && Date.now() < endsAtMs; left -= PER_ROUND) {
  console.log(`seed ${seed}`)
  const minutes = (endsAtMs - Date.now()) / 60_000
  const extent = { requests: Math.min(left, PER_ROUND), minutes, seed }
  const { issues, ...counts } = await tryRequests(extent)
  for (const issue of issues) console.log(issue)
  console.table([counts])
  isRight &&=
    counts.tried > 0 && counts.right === counts.tried && counts.blockedMs <= MAX_BLOCKED_MS
  seed += 1
}
process.exit(isRight ? 0 : 1)
