import * as z from 'zod'

/** What is wrong with a variable, named by the first entry of `path`. Never quotes its value. */
export interface Issue {
  path: readonly PropertyKey[]
  message: string
}

export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })

/** Several values in one variable, separated by commas. */
export const CommaSeparated = z
  .string()
  .transform((list) => list.split(',').map((item) => item.trim()))
