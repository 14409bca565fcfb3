import {
  type CellReader,
  columnReader,
  countReader,
  flagReader,
  idReader,
  plainReader,
  type Report,
  textReader,
} from '../../core/rows/cells.ts'
import type { Field } from '../../core/rows/columns.ts'
import { type InstantOptions, instantReader } from '../../core/rows/instants.ts'
import { listReader } from '../../core/rows/lists.ts'
import { holdsCredentials } from '../../core/upstream/web-address.ts'
import type { Product } from '../../ranking/product.ts'

interface ReaderOptions extends InstantOptions {
  topicsSeparator?: string | undefined
}

type Maker<Value> = (options: ReaderOptions) => CellReader<Value>

/** Puts the cells of a column into products; see `CellReader`. */
interface ColumnReader {
  /** Whether the cell has been read. */
  read(product: Product, cell: unknown, report: Report): boolean
  settle(product: Product, cell: unknown, report: Report): void
  notes(): string[]
}

interface LaunchField extends Field {
  name: keyof Product
  open(options: ReaderOptions): ColumnReader
}

/** The fields of a launch, how their columns are read, and what other programs call them. */
export const LAUNCH_FIELDS: readonly LaunchField[] = [
  field('id', idReader, 'uuid postid productid launchid recordid'),
  field('name', textReader, 'product productname title launchname'),
  field('tagline', textReader, 'subtitle slogan'),
  field('url', linkReader, 'link producturl productlink launchurl posturl permalink'),
  field('imageUrl', linkReader, 'image thumbnail thumbnailurl logo logourl icon iconurl'),
  field('votesCount', countReader, 'votes vote upvotes upvotescount upvotecount votecount points'),
  field('commentsCount', countReader, 'comments commentcount numberofcomments'),
  field(
    'launchedAt',
    isoReader,
    'launched launch launchdate launchday date day created createdat creationdate releasedate releasedat released published publishedat featuredat',
  ),
  field(
    'topics',
    ({ topicsSeparator }) => listReader(topicsSeparator),
    'topic tags tag categories category',
  ),
  field('website', lenient(linkReader), 'site homepage websiteurl'),
  field('description', lenient(textReader), 'about summary'),
  field('featured', lenient(flagReader), 'isfeatured'),
  field(
    'makers',
    lenient(() => listReader()),
    'maker founders founder',
  ),
]

export const REQUIRED_FIELDS: readonly string[] = ['name', 'votesCount', 'launchedAt']
/** The fields whose cells must not be blank. */
const REQUIRED: readonly string[] = [...REQUIRED_FIELDS, 'id']

function field<Name extends keyof Product>(
  name: Name,
  open: Maker<NonNullable<Product[Name]>>,
  words: string,
): LaunchField {
  return {
    name,
    words: words.split(' '),
    open(options) {
      const { read, settle, notes } = columnReader(open(options), REQUIRED.includes(name))
      return {
        read(product, cell, report) {
          const value = read(cell, report)
          if (value !== undefined && value !== null) product[name] = value
          return value !== undefined
        },
        settle(product, cell, report) {
          const value = settle(cell, report)
          if (value !== null) product[name] = value
        },
        notes,
      }
    },
  }
}

/** What no ranking depends on fails no file: a cell that cannot be read is none. */
function lenient<Value>(open: Maker<Value>): Maker<Value> {
  return (options) => {
    const { read, settle, notes } = open(options)
    return {
      read: (cell) => read(cell, () => {}),
      settle: (cell) => settle(cell, () => {}),
      notes,
    }
  }
}

/** The form of `toISOString`. */
const ISO_STRING =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

function isoReader(options: ReaderOptions): CellReader<string> {
  const { read, settle, notes } = instantReader(options)
  const iso = (instant: number) => new Date(instant).toISOString()
  return {
    read(cell, report) {
      if (typeof cell === 'string' && ISO_STRING.test(cell)) return cell
      const instant = read(cell, report)
      return typeof instant === 'number' ? iso(instant) : instant
    },
    settle(cell, report) {
      const instant = settle(cell, report)
      return instant === null ? null : iso(instant)
    },
    notes,
  }
}

/** A link with credentials in it is dropped. */
function linkReader(): CellReader<string> {
  return plainReader((cell, report) => {
    if (typeof cell !== 'string') report('must be a string')
    else if (!isLink(cell)) report('must be an http or https URL')
    else {
      const url = new URL(cell)
      return holdsCredentials(url) ? null : url.href
    }
    return null
  })
}

function isLink(text: string): boolean {
  return /^https?:\/\/./i.test(text) && URL.canParse(text)
}
