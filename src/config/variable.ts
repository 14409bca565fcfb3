import * as z from 'zod'

/** What is wrong with a variable, which the first entry of `path` names. Never quotes its value. */
export interface Issue {
  path: readonly PropertyKey[]
  message: string
}

export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })

/** Several values in one variable, with commas between them. */
export const CommaSeparated = z
  .string()
  .transform((list) => list.split(',').map((item) => item.trim()))
