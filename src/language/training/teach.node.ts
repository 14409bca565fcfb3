import { createHash } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { argv, exit } from 'node:process'
import * as z from 'zod'
import { DATA, EXAMPLES, readDictionary, readExamples } from './corpus.node.ts'
import { parseExample } from './examples.ts'
import { train } from './train.ts'

const MODEL = join(DATA, 'model.json')
/** What the weights depend on, besides the data. */
const SOURCES = ['normalise', 'slots', 'intent', 'training'].map((name) =>
  join('src/language', name),
)

const USAGE = `Usage: npm run teach -- <intent> "<message>"
  npm run teach -- search "find me a [crm] and a [+calendar] app"
  npm run teach -- "change after ranking" "and yesterday?"`

/** Adds an example, if there is one, and trains the model if anything has changed. */
function teach([intent, message]: readonly string[]) {
  if (intent !== undefined) addExample(`${intent}\t${message ?? ''}`)
  const madeOf = fingerprint()
  if (trainedOf() === madeOf) return
  const examples = readExamples()
  const model = train(examples, readDictionary())
  writeFileSync(MODEL, `${JSON.stringify({ madeOf, ...model })}\n`)
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

/** What the model was made of, if there is one that can be read. */
function trainedOf(): string | undefined {
  try {
    return z.object({ madeOf: z.string() }).parse(JSON.parse(readFileSync(MODEL, 'utf8'))).madeOf
  } catch {
    return undefined
  }
}

/** A hash of every file that the model depends on. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const files = [...SOURCES, DATA].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'model.json')
      .map(({ parentPath, name }) => join(parentPath, name)),
  )
  for (const file of files.sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

teach(argv.slice(2))
