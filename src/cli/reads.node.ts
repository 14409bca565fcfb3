import type { ViewName } from './views.node.ts'

/** A command that asks a route. */
export interface Read {
  usage: string
  about: string
  path: `/api/${string}`
  view: ViewName
  /** The part of the path or of the query that the argument is for. */
  field?: string
  /** Besides the options of all lists. Options are the query, by the same names. */
  options?: readonly Option[]
}

type Option = readonly [flags: string, about: string]

export const LIST_OPTIONS = [
  ['--limit <number>', 'how many products, 1 to 10'],
  ['--topic <topic>', 'only products of this topic'],
] as const

export const VIEW_FORMATS: Readonly<Record<ViewName, readonly string[]>> = {
  list: ['table', 'json', 'csv', 'markdown'],
  product: ['table', 'json'],
  history: ['table', 'json'],
}

const TZ: Option = ['--tz <zone>', 'the IANA time zone that days refer to']
const MIN_VOTES: Option = ['--min-votes <number>', 'only products with at least this many votes']
const RANGES =
  'a day, a week, a month, a year or a range: last_week, 2026-11 or 2026-11-01/2026-11-15'

export const READS: readonly Read[] = [
  {
    usage: 'top',
    path: '/api/top',
    view: 'list',
    about: 'the products with the most votes of all time',
    options: [MIN_VOTES],
  },
  {
    usage: 'week',
    path: '/api/top-week',
    view: 'list',
    about: 'the best launches of the last days',
    options: [['--days <number>', 'how many days to look back, 1 to 31'], MIN_VOTES],
  },
  {
    usage: 'range [timeframe]',
    path: '/api/top-range',
    view: 'list',
    about: `the best launches of ${RANGES}`,
    field: 'timeframe',
    options: [TZ, MIN_VOTES],
  },
  {
    usage: 'trending',
    path: '/api/trending',
    view: 'list',
    about: 'launches that gain more votes than expected',
    options: [['--window <hours>', 'the hours until now: 1h, 3h or 24h'], MIN_VOTES],
  },
  {
    usage: 'product <id>',
    path: '/api/products/{id}',
    view: 'product',
    about: 'one product, and its rank of the day, the week and the month',
    field: 'id',
    options: [TZ],
  },
  {
    usage: 'history <id>',
    path: '/api/products/{id}/history',
    view: 'history',
    about: 'the votes, comments and rank of a product over time',
    field: 'id',
  },
  {
    usage: 'search <words...>',
    path: '/api/search',
    view: 'list',
    about: 'products with these words in their name, tagline or topics',
    field: 'q',
  },
]
