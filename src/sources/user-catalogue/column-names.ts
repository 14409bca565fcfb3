import * as z from 'zod'
import { parseColumns } from '../../core/rows/columns.ts'
import { LAUNCH_FIELDS } from './launch-fields.ts'

const fields: readonly string[] = LAUNCH_FIELDS.map(({ name }) => name)

/** Parses `name=Title,votesCount=Upvotes`. Every invalid entry is reported, by its position. */
export const ColumnNames = z.string().transform((text, context) => {
  const fail = (issue: string, index: number) =>
    context.addIssue({ code: 'custom', message: `entry ${index + 1}: ${issue}` })
  return parseColumns(text, { fields, sign: '=', fail })
})

/** The variable that names columns, to be pasted. */
export function columnsLine(pairs: readonly (readonly [string, string])[]): string {
  return `CATALOGUE_COLUMNS='${pairs.map((pair) => pair.join('=')).join(',')}'`
}
