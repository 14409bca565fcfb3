import * as z from 'zod'
import { isoOf } from '../../core/instant.ts'
import { isRecord } from '../../core/json.ts'
import {
  type CellRule,
  countReader,
  fail,
  flagReader,
  idReader,
  mapped,
  textReader,
} from '../../core/rows/cells.ts'
import { parseColumns } from '../../core/rows/columns.ts'
import { instantReader } from '../../core/rows/instants.ts'
import { listReader } from '../../core/rows/lists.ts'
import { type CellField, cellField } from '../../core/rows/read-table.ts'
import { holdsCredentials } from '../../core/upstream/web-address.ts'
import type { Product } from '../../ranking/product.ts'

/**
 * A link, also of a record, or behind the name of the first file, as Airtable writes it. One with credentials in
 * it is dropped.
 */
const linkReader: CellRule<string> = () => (given, report) => {
  const cell = isRecord(given) ? given.url : given
  if (typeof cell !== 'string') return fail(report, 'must be a string')
  const [, link = cell] = /^[^()]+ \((https?:[^()\s]+)\)(?:,|$)/.exec(cell) ?? []
  const isLink = /^https?:\/\/./i.test(link) && URL.canParse(link)
  if (!isLink) return fail(report, 'must be an http or https URL')
  const url = new URL(link)
  return holdsCredentials(url) ? null : url.href
}

/** The form of `toISOString`. */
const ISO_STRING =
  /^(?:19[7-9]\d|2[01]\d\d)-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

const isoReader: CellRule<string> = (column) => {
  const read = mapped(instantReader, isoOf)(column)
  let isKnown = false
  return (cell, report, isSeen) => {
    const isIso = typeof cell === 'string' && ISO_STRING.test(cell)
    if (isIso && isKnown) return cell
    isKnown ||= isIso
    return read(cell, report, isSeen)
  }
}

/** What no ranking depends on fails no file: a cell that cannot be read is none. */
function lenient<Value>(rule: CellRule<Value>): CellRule<Value> {
  return (column) => {
    const read = rule(column)
    const report = () => column.notes.add('has cells that cannot be read, and were left out')
    return (cell, _report, isSeen) => read(cell, report, isSeen)
  }
}

export const REQUIRED_FIELDS: readonly string[] = ['name', 'votesCount', 'launchedAt']
/** The fields whose cells must not be blank. */
const REQUIRED: readonly string[] = [...REQUIRED_FIELDS, 'id']

/** The fields of a launch, how their columns are read, and what other programs call them. */
export const LAUNCH_FIELDS: readonly CellField<Product>[] = [
  field('id', idReader, 'uuid postid productid launchid recordid objectid'),
  field('name', textReader, 'product productname title launchname'),
  field('tagline', textReader, 'subtitle slogan'),
  field('url', linkReader, 'link producturl productlink launchurl posturl permalink'),
  field('imageUrl', linkReader, 'image thumbnail thumbnailurl logo logourl icon iconurl'),
  field('votesCount', countReader, 'votes vote upvotes upvotescount upvotecount votecount points'),
  field('commentsCount', countReader, 'comments commentcount numberofcomments numcomments'),
  field(
    'launchedAt',
    isoReader,
    'launched launch launchdate launchday date day created createdat creationdate releasedate releasedat released published publishedat featuredat',
  ),
  field('topics', listReader, 'topic tags tag categories category'),
  field('website', lenient(linkReader), 'site homepage websiteurl'),
  field('description', lenient(textReader), 'about summary'),
  field('featured', lenient(flagReader), 'isfeatured'),
  field(
    'makers',
    lenient((column) => listReader({ ...column, separator: undefined })),
    'maker founders founder',
  ),
]

function field<Key extends keyof Product>(
  key: Key,
  rule: CellRule<NonNullable<Product[Key]>>,
  words: string,
) {
  return cellField<Product, Key>(key, rule, { words, isRequired: REQUIRED.includes(key) })
}

const NAMES: readonly string[] = LAUNCH_FIELDS.map(({ name }) => name)

/** Parses `name=Title,votesCount=Upvotes`. Every invalid entry is reported, by its position. */
export const ColumnNames = z.string().transform((text, context) => {
  const fail = (issue: string, index: number) =>
    context.addIssue({ code: 'custom', message: `entry ${index + 1}: ${issue}` })
  return parseColumns(text, { fields: NAMES, sign: '=', fail })
})

/** The variable that names columns, to be pasted. */
export function columnsLine(pairs: readonly (readonly [string, string])[]): string {
  return `CATALOGUE_COLUMNS='${pairs.map((pair) => pair.join('=')).join(',')}'`
}
