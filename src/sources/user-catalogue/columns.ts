import * as z from 'zod'
import { isRecord } from '../../core/json.ts'
import type { CsvFormat } from '../../core/rows/csv-rows.ts'
import { Product } from '../../ranking/product.ts'

/** The names of the columns in the user's file, by field. */
export type Columns = Readonly<Record<string, string>>

/** The fields of a product, in order. */
export const FIELDS: readonly string[] = Object.keys(Product.shape)

const REQUIRED_FIELDS = ['id', 'name', 'votesCount', 'launchedAt']

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
    else if ([...columns.values()].includes(column))
      issue(`${place}: must not use a column that another entry uses`)
    else columns.set(name, column)
  }
  return Object.fromEntries(columns)
})

/** The CSV of launches: their fields by the names of the columns. */
export function launchCsv(columns: Columns): CsvFormat {
  const names = new Map(FIELDS.map((field) => [columns[field] ?? field, field]))
  const required = FIELDS.filter((field) => REQUIRED_FIELDS.includes(field) || columns[field])
  return {
    columns: [...names.keys()],
    required: required.map((field) => columns[field] ?? field),
    toRecord(cells) {
      const record: Record<string, unknown> = {}
      for (const name in cells) record[name] = csvValue(names.get(name), cells[name] ?? '')
      return { record }
    },
  }
}

/** CSV has only text, so numbers and lists are parsed. */
function csvValue(field: string | undefined, cell: string) {
  if (field === 'topics') return cell.split(/[;|]/).filter((topic) => topic.trim() !== '')
  const isCount = field === 'votesCount' || field === 'commentsCount'
  // Programs write whole numbers as `42.0` where others of the column are missing.
  return isCount && /^-?\d+(\.0+)?$/.test(cell) ? Number(cell) : cell
}

/** The fields of a record by their own names. */
export function renamed(record: unknown, columns: Columns): unknown {
  if (!isRecord(record) || Object.keys(columns).length === 0) return record
  return Object.fromEntries(FIELDS.map((field) => [field, record[columns[field] ?? field]]))
}
