import * as z from 'zod'

export const Address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })

/** Several values in one variable, with commas between them. */
export const Listed = z.string().transform((list) => list.split(',').map((item) => item.trim()))
