import { readFileSync } from 'node:fs'
import { createModel } from './src/language/intent/model.ts'
import { understand } from './src/language/dialogue/understand.ts'
import { readUtterance } from './src/language/normalise/utterance.ts'
import { findSlots } from './src/language/slots/slots.ts'
const [f, ...ts] = process.argv.slice(2)
const model = createModel(JSON.parse(readFileSync(f,'utf8')))
const M = { now: new Date('2026-11-20T18:00:00.000Z'), defaultTimezone: 'America/New_York' }
for (const t of ts) { const u = readUtterance(t.split('|').at(-1), model.spelling); const s = findSlots(u, M); console.log(JSON.stringify(u.text), 'T', s.times.map((x) => x.value.text + (x.value.weak ? '?' : '') + (x.value.repeats ?? '')).join(' '), 'Z', s.zones.map((x) => x.value.name).join(), 'C', s.counts.map((x) => x.value.value + (x.value.isSure ? '!' : '')).join(), '=>', JSON.stringify(understand(t.split('|'), M, model), (k, v) => ['first','last'].includes(k) ? undefined : v)) }
