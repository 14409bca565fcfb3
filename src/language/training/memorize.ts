import { withPositions } from '../dialogue/memorized.ts'
import { memoryKey, understand } from '../dialogue/understand.ts'
import { createModel, keyOf, type ModelData } from '../intent/model.ts'
import { readUtterance } from '../normalise/utterance.ts'
import { isExpected } from './evaluate.ts'
import type { Example } from './example.ts'
import { MOMENT } from './train.ts'

/** The examples that the trained model gets wrong, each with its expected calls or topic. */
export function memorize(data: ModelData, examples: readonly Example[]): ModelData['memorized'] {
  const model = createModel(data)
  const memorized: Record<string, string> = {}
  for (const example of examples) {
    const { ask, calls, answer } = example
    const requests = understand(ask, MOMENT, model)
    const topics: string[] = requests.flatMap((request) =>
      request.kind === 'talk' ? request.topic : request.kind,
    )
    const isTopic = answer === undefined || topics.includes(answer)
    if ((isExpected(example, requests) && isTopic) || answer === 'item') continue
    const read = (at: number) => readUtterance(ask.at(at) ?? '', model.spelling)
    const last = read(-1)
    const key = ask.length === 1 ? last.text : memoryKey(read(-2).text, last.text)
    const stored = calls?.map(([toolName, args]) => [toolName, withPositions(args, last)])
    memorized[keyOf(key)] = answer ?? JSON.stringify(stored)
  }
  return memorized
}
