import { withPositions } from '../dialogue/memorized.ts'
import { memoryKey, understand } from '../dialogue/understand.ts'
import { createModel, type ModelData } from '../intent/model.ts'
import { type PackedAnswers, packAnswers } from '../intent/packing.ts'
import { readUtterance } from '../normalise/utterance.ts'
import { isExpected } from './evaluate.ts'
import type { Example } from './example.ts'
import { MOMENT } from './train.ts'

/** The examples that the trained model gets wrong, each with its expected calls or topic. */
export function memorize(data: ModelData, examples: readonly Example[]): PackedAnswers {
  const model = createModel(data)
  const answers = new Map<string, string>()
  const others: string[] = []
  for (const example of examples) {
    const { ask, calls, answer } = example
    const read = (at: number) => readUtterance(ask.at(at) ?? '', model.spelling)
    const last = read(-1)
    const inContext = memoryKey(read(-2).text, last.text)
    const requests = understand(ask, MOMENT, model)
    const isTopic =
      answer === undefined ||
      requests.some((request) => request.kind === 'talk' && request.topic === answer)
    if ((isExpected(example, requests) && isTopic) || answer === 'item') {
      others.push(last.text, inContext)
      continue
    }
    const stored = calls?.map(([toolName, args]) => [toolName, withPositions(args, last)])
    answers.set(ask.length === 1 ? last.text : inContext, answer ?? JSON.stringify(stored))
  }
  return packAnswers(
    answers,
    others.filter((text) => !answers.has(text)),
  )
}
