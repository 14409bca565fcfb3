// Tries the built service under faults and prints what came of it. `npm run faults -- --help` says how.
import { parseArgs } from 'node:util'
import { type Extent, isGood, tableOf } from './scenario.ts'
import { scenarios } from './scenarios.ts'

const USAGE = `Usage: npm run faults -- [options]
  --requests N   generated requests (1,000,000)
  --minutes N    but no longer than this (60)
  --kills N      SIGKILLs while imports are on their way (100)
  --seconds N    how long the database stays locked and readers stall (10)
  --seed N       repeats the requests of an earlier run
  --only NAMES   scenarios whose names contain one of these, with commas between them`

/** The longest that the event loop may be blocked. */
const MAX_BLOCKED_MS = 100

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '60' },
    kills: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})

if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const extent: Extent = {
  requests: Number(values.requests),
  minutes: Number(values.minutes),
  kills: Number(values.kills),
  seconds: Number(values.seconds),
  seed: Number(values.seed),
}
const wanted = values.only.split(',')
const rows = []
console.log(`seed ${extent.seed}`)
for (const { name, run } of scenarios) {
  if (!wanted.some((part) => name.includes(part))) continue
  const tally = await run(extent)
  for (const issue of tally.issues) console.log(`${name}: ${issue}`)
  rows.push({ name, tally })
}
console.log(tableOf(rows))
process.exit(rows.every(({ tally }) => isGood(tally, MAX_BLOCKED_MS)) ? 0 : 1)
