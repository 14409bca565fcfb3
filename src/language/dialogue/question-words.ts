import questions from '../../../data/language/questions.json' with { type: 'json' }
import { expandMacros } from '../slots/patterns.ts'

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(questions).map(([subject, words]) => [
    subject,
    new RegExp(`\\b(?:${expandMacros(words, questions)})\\b`, 'i'),
  ]),
)

/** Whether a question about products has words of a subject of `questions.json`. */
export function asks(question: string, subject: keyof typeof questions): boolean {
  return PATTERNS.get(subject)?.test(question) ?? false
}
