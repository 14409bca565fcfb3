// npx tsx zz-ableval.ts out.jsonl [dir] [folds]: asks each example of the model that was not taught it
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { understand } from './src/language/dialogue/understand.ts'
import { createModel } from './src/language/intent/model.ts'
import { chooseTool, TOOL_NAMES } from './src/language/choose-tool.ts'
import { isExpected } from './src/language/training/evaluate.ts'
import { intentOf } from './src/language/training/example.ts'
import { withTypo } from './src/language/training/vary.ts'
import { createRandom } from './src/language/training/logistic-regression.ts'
const M = { now: new Date('2026-11-20T18:00:00.000Z'), defaultTimezone: 'America/New_York' }
const out = process.argv[2] ?? '/tmp/abl/ev.jsonl', dir = process.argv[3] ?? '/tmp/abl/m', folds = Number(process.argv[4] ?? 2)
const half = (e: any) => createHash('md5').update(e.ask.join('>>')).digest()[0]! % folds
const read = (f: string, kind: string) => readFileSync('/tmp/abl/' + f, 'utf8').trim().split('\n').map((l) => ({ ...JSON.parse(l), kind }))
const all = [...read('examples.jsonl', 'E'), ...read('practice.jsonl', 'P')]
const by: Record<string, number[]> = {}
const res: string[] = []
const only = process.env.KIND
for (let h = 0; h < folds; h++) {
  const model = createModel(JSON.parse(readFileSync(dir + h + '.json', 'utf8')))
  const random = createRandom(5)
  for (const e of all) {
    if (half(e) !== h || (only && e.kind !== only)) continue
    const variants: [string, string[]][] = [[e.kind, e.ask]]
    if (e.kind === 'E' && !process.env.NOTYPO) variants.push(['T', e.ask.with(-1, withTypo(e.ask.at(-1), random))])
    for (const [kind, ask] of variants) {
      const r = understand(ask, M, model)
      const ok = isExpected(e, r)
      for (const k of [kind, kind + ' ' + (intentOf(e) ?? 'several')]) { by[k] ??= [0, 0]; by[k][1]++; if (ok) by[k][0]++ }
      res.push(JSON.stringify({ ok, file: kind, ask, want: e.calls ?? e.answer, got: r.map((x: any) => x.kind === 'talk' ? x.topic : ['ranking', 'search', 'confetti'].includes(x.kind) ? chooseTool(x, TOOL_NAMES) : x) }))
    }
  }
}
for (const [k, [a, b]] of Object.entries(by).sort((a, b) => b[1][1]! - a[1][1]!)) if (process.env.ALL || k.length === 1) console.log(k.padEnd(25), a, b, ((100 * a!) / b!).toFixed(2))
writeFileSync(out, res.join('\n') + '\n')
