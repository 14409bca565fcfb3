import * as z from 'zod'
import { Product } from '../../ranking/product.ts'

/** The names of columns in a user's file, by our own names. */
export type Columns = Readonly<Record<string, string>>

/** Our own names, in the order of a product's fields. */
export const FIELDS: readonly string[] = Object.keys(Product.shape)

export const REQUIRED_FIELDS = ['id', 'name', 'votesCount', 'launchedAt']

/** `name=Title,votesCount=Upvotes`: every invalid entry is reported, by its position. */
export const ColumnNames = z.string().transform((text, context): Columns => {
  const issue = (message: string) => context.addIssue({ code: 'custom', message })
  const columns = new Map<string, string>()
  for (const [index, entry] of text.split(',').entries()) {
    const [field = '', ...rest] = entry.split('=')
    const [name, column] = [field.trim(), rest.join('=').trim()]
    const place = `entry ${index + 1}`
    if (!FIELDS.includes(name)) {
      issue(`${place}: must begin with one of ${FIELDS.join(', ')}, and =`)
    } else if (column === '') issue(`${place}: must name a column after ${name}=`)
    else if (columns.has(name)) issue(`${place}: ${name} is set already`)
    else if ([...columns.values()].includes(column)) issue(`${place}: the column is taken already`)
    else columns.set(name, column)
  }
  return Object.fromEntries(columns)
})
