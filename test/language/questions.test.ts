import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { converse } from './converse.ts'
import { isRight, type Question } from './judge.ts'

/** The share of questions that are answered correctly, from 0 to 1. It may only be raised. */
const RECORDED_SCORE = 1

/** The second file was written by people who had not seen how the model works. */
const questions = ['questions.jsonl', 'unseen-questions.jsonl'].flatMap(readQuestions)

function readQuestions(file: string): Question[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('the question corpus', () => {
  it('has at least 150 distinct questions of more than 20 kinds', () => {
    expect(questions.length).toBeGreaterThanOrEqual(150)
    expect(new Set(questions.map(({ kind }) => kind)).size).toBeGreaterThan(20)
    const asked = questions.map(({ messages }) => JSON.stringify(messages))
    expect(asked.filter((text, at) => asked.indexOf(text) !== at)).toEqual([])
  })

  it('is answered correctly at the recorded rate', { timeout: 240_000 }, async () => {
    const wrong: string[] = []
    for (const question of questions) {
      const { calls, text } = await converse(question.messages, { now: new Date(question.now) })
      if (isRight(question, calls, text)) continue
      const asked = question.messages.map(({ content }) => content).join(' >> ')
      wrong.push(`${question.kind}: ${asked} -> ${JSON.stringify(calls)} ${text.slice(0, 60)}`)
    }

    const score = 1 - wrong.length / questions.length
    console.info(`${questions.length} questions, ${(score * 100).toFixed(1)} % right`)
    expect(score, wrong.join('\n')).toBeGreaterThanOrEqual(Math.max(0.95, RECORDED_SCORE))
  })
})
