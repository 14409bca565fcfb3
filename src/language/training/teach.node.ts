import { appendFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import { DATA, EXAMPLES, readDictionary, readExamples } from './corpus.node.ts'
import { parseExample } from './examples.ts'
import { train } from './train.ts'

const MODEL = join(DATA, 'model.json')
/** Everything that the weights depend on. */
const SOURCES = [
  DATA,
  ...['normalise', 'slots', 'intent', 'training'].map((name) => `src/language/${name}`),
]

const USAGE = `Usage: npm run teach -- <intent> "<message>"
  npm run teach -- search "find me a [crm] and a [calendar] app"
  npm run teach -- "change after ranking" "and yesterday?"`

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

teach(argv.slice(2))
