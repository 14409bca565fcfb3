import * as z from 'zod'
import type { Columns } from '../../core/rows/columns.ts'
import { LAUNCH_FIELDS } from './launch-fields.ts'

const FIELDS: readonly string[] = LAUNCH_FIELDS.map(({ name }) => name)

/** Parses `name=Title,votesCount=Upvotes`. Every invalid entry is reported, by its position. */
export const ColumnNames = z.string().transform((text, context): Columns => {
  const issue = (message: string) => context.addIssue({ code: 'custom', message })
  const columns = new Map<string, string>()
  for (const [index, entry] of text.split(',').entries()) {
    const [field = '', ...rest] = entry.split('=')
    const [name, column] = [field.trim(), rest.join('=').trim()]
    const place = `entry ${index + 1}`
    if (!FIELDS.includes(name)) {
      issue(`${place}: must be field=column, with one of the fields ${FIELDS.join(', ')}`)
    } else if (column === '') issue(`${place}: must have a column name after ${name}=`)
    else if (columns.has(name)) issue(`${place}: must not set ${name} again`)
    else columns.set(name, column)
  }
  return columns
})

/** The variable that names columns, to be pasted. */
export function columnsLine(pairs: readonly (readonly [string, string])[]): string {
  return `CATALOGUE_COLUMNS='${pairs.map(([field, column]) => `${field}=${column}`).join(',')}'`
}
