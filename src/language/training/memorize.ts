import { withPositions } from '../dialogue/memorized.ts'
import { memoryKey, understand } from '../dialogue/understand.ts'
import { createModel, keyOf, MAX_KEYS, type Memorized, type ModelData } from '../intent/model.ts'
import { readUtterance } from '../normalise/utterance.ts'
import { isExpected } from './evaluate.ts'
import type { Example } from './example.ts'
import { MOMENT } from './train.ts'

const RANGES = Array.from({ length: 16 }, (_, at) => MAX_KEYS - at)

/** The examples that the trained model gets wrong, each with its expected calls or topic. */
export function memorize(data: ModelData, examples: readonly Example[]): Memorized {
  const model = createModel(data)
  const answers = new Map<string, string>()
  const others: string[] = []
  for (const example of examples) {
    const { ask, calls, answer } = example
    const read = (at: number) => readUtterance(ask.at(at) ?? '', model.spelling)
    const last = read(-1)
    const key = ask.length === 1 ? last.text : memoryKey(read(-2).text, last.text)
    const requests = understand(ask, MOMENT, model)
    const topics: string[] = requests.flatMap((request) =>
      request.kind === 'talk' ? request.topic : request.kind,
    )
    const isTopic = answer === undefined || topics.includes(answer)
    if ((isExpected(example, requests) && isTopic) || answer === 'item') {
      others.push(last.text, memoryKey(ask.length === 1 ? '' : read(-2).text, last.text))
      continue
    }
    const stored = calls?.map(([toolName, args]) => [toolName, withPositions(args, last)])
    answers.set(key, answer ?? JSON.stringify(stored))
  }
  return packed(answers, others)
}

/** In the range of keys in which the fewest other texts have the key of a memorized one. */
function packed(answers: ReadonlyMap<string, string>, others: readonly string[]): Memorized {
  const collisions = RANGES.map((range) => {
    const keys = new Set([...answers.keys()].map((text) => keyOf(text, range)))
    return others.filter((text) => !answers.has(text) && keys.has(keyOf(text, range))).length
  })
  const range = RANGES[collisions.indexOf(Math.min(...collisions))] ?? MAX_KEYS
  const keys: Record<string, string> = {}
  for (const [text, answer] of [...answers].sort()) {
    keys[answer] = `${keys[answer] ?? ''}${keyOf(text, range)}`
  }
  return { range, keys }
}
