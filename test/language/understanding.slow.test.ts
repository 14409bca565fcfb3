import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { intentFeatures, itemsOf, namesOf } from '../../src/language/intent/features.ts'
import { createModel, type Model } from '../../src/language/intent/model.ts'
import { searchWords } from '../../src/language/intent/search-words.ts'
import { findSlots } from '../../src/language/slots/slots.ts'
import { readDictionary, readExamples } from '../../src/language/training/corpus.node.ts'
import { type Example, readExample } from '../../src/language/training/examples.ts'
import { createRandom, pick } from '../../src/language/training/regression.ts'
import { CLOCK, train } from '../../src/language/training/train.ts'
import { converse } from './converse.ts'
import { isRight, type Question } from './judge.ts'

interface Line extends Question {
  or?: Question['expect']
}

function readQuestions(file: string): Line[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** The fraction of questions that is answered right after something was done to the last message. */
async function scoreOf(questions: readonly Line[], vary = (text: string) => text) {
  let right = 0
  for (const question of questions) {
    const { messages, now, expect: first, or = [] } = question
    const last = messages.at(-1)!
    const asked = [...messages.slice(0, -1), { ...last, content: vary(last.content) }]
    const { calls, text } = await converse(asked, { now: new Date(now) })
    if (isRight({ ...question, expect: [...first, ...or] }, calls, text)) right += 1
  }
  return right / questions.length
}

/** Two letters of a word swapped, one left out, doubled or replaced. */
function withTypo(random: () => number) {
  return (text: string) => {
    const word = pick([...text.matchAll(/[a-z]{4,}/gi)], random)
    if (!word) return text
    const at = word.index + 1 + Math.floor(random() * (word[0].length - 2))
    const [start, first = '', second = '', rest] = [
      text.slice(0, at),
      text[at],
      text[at + 1],
      text.slice(at + 2),
    ]
    const letter = String.fromCharCode(97 + Math.floor(random() * 26))
    const typos = [second + first, second, first + first + second, letter + second]
    return start + pick(typos, random) + rest
  }
}

/** None of them is an example. */
const ASIDES = [
  'my train is late again',
  'hope your day is going fine',
  'we are arguing about this at the office',
  'thanks in advance',
  'i have to be quick',
  'sorry for asking so much',
  'my coffee is getting cold',
  'no hurry at all',
  'somebody on the phone wants to know',
  'i am not good with computers',
]

function withAside(random: () => number) {
  return (text: string) => {
    const aside = pick(ASIDES, random) ?? ''
    return random() < 0.5 ? `${aside}, ${text}` : `${text.replace(/[.!]$/, '')}. ${aside}`
  }
}

describe('questions that are not among the examples', { timeout: 600_000 }, () => {
  const everyday = readQuestions('everyday.jsonl')

  it('everyday ones are answered as they are, with a typo and with an aside', async () => {
    expect(await scoreOf(everyday)).toBeGreaterThan(0.95)
    expect(await scoreOf(everyday, withTypo(createRandom(1)))).toBeGreaterThan(0.93)
    expect(await scoreOf(everyday, withAside(createRandom(2)))).toBeGreaterThan(0.93)
  })

  // What goes wrong is not shown, so that nobody teaches the model these very questions.
  it('most of the hard ones are answered', async () => {
    expect(await scoreOf(readQuestions('held-out.jsonl'))).toBeGreaterThanOrEqual(0.74)
  })

  it('examples that are kept out of training are understood, each word of a search included', () => {
    const examples = readExamples()
    const isKeptOut = ({ intent }: Example, at: number) => at % 10 === 3 && intent !== 'aside'
    const taught = examples.filter((example, at) => !isKeptOut(example, at))
    const model = createModel(train(taught, readDictionary()))
    const keptOut = examples.filter(isKeptOut)
    const right = keptOut.filter((example) => isUnderstood(example, model))
    expect(right.length / keptOut.length).toBeGreaterThan(0.8)
  })
})

function isUnderstood(example: Example, model: Model): boolean {
  const { tokens, tags } = readExample(example, model.spelling)
  const items = itemsOf(tokens, findSlots(tokens, CLOCK))
  const [best] = model.intent(intentFeatures(namesOf(items, model.cues), example.before))
  if (best?.name !== example.intent) return false
  if (!/search|narrow/.test(example.intent)) return true
  const expected = tags.flatMap((tag, at) => (tag === 'drop' ? [] : at))
  return searchWords(items, model).flat().join() === expected.join()
}
