import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import data from '../../../data/language/model.json' with { type: 'json' }
import { understand } from '../../../src/language/dialogue/understand.ts'
import { createModel } from '../../../src/language/intent/model.ts'
import { isExpected } from '../../../src/language/training/evaluate.ts'
import { Example } from '../../../src/language/training/example.ts'
import { MOMENT } from '../../../src/language/training/train.ts'

const EXAMPLES = new URL('../../../data/language/examples.jsonl', import.meta.url)

it('every example is answered as it was taught', { timeout: 60_000 }, () => {
  const model = createModel(data)
  const examples = readFileSync(EXAMPLES, 'utf8')
    .trim()
    .split('\n')
    .map((line) => Example.parse(JSON.parse(line)))
  // Which product is meant cannot be memorized.
  const wrong = examples
    .filter(({ answer }) => answer !== 'item')
    .filter((example) => !isExpected(example, understand(example.ask, MOMENT, model)))
  expect(examples.length).toBeGreaterThan(8_000)
  expect(wrong.map(({ ask }) => ask)).toEqual([])
})
