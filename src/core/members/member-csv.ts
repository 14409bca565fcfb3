import { tryParseJson } from '../json.ts'
import type { CsvFormat } from '../rows/csv-rows.ts'
import { FIELDS, fieldOf, type MemberColumns, PROBLEM } from './member-columns.ts'
import { createIds } from './member-ids.ts'

interface Made {
  /** The guids of the groups that the file names, as far as it has been read. */
  namedGroups(): ReadonlySet<string>
  notes(): string[]
}

type Cells = ReadonlyMap<string, string>

/**
 * The CSV of members. A uid that is missing is made of the e-mail or the name, a guid of the name of its
 * group; so are those in columns of other names, unless the uid is an id.
 */
export function memberCsv(columns: MemberColumns): CsvFormat & Made {
  const columnOf = (field: string) => columns.get(field) ?? field
  const fields = new Map(FIELDS.map((field) => [columnOf(field), fieldOf(field)]))
  const ids = { guid: createIds('guid'), uid: createIds('uid') }
  let isPrivate = false

  const idOf = (kind: 'guid' | 'uid', cells: Cells, sources: readonly string[]) => {
    const given = cells.get(kind)
    const isId = !columns.has(kind) || (kind === 'uid' && IS_ID.test(given ?? ''))
    if (given && isId) return { id: given }
    const source = given ?? sources.map((field) => cells.get(field)).find(Boolean)
    return source ? ids[kind].of(source) : {}
  }

  return {
    columns: [...fields.keys(), PROBLEM],
    required: [
      ['guid', 'group', 'groupDetails.name'].map(columnOf),
      ['uid', 'email', 'name', 'userDetails.name'].map(columnOf),
    ],
    ...(columns.size === 0 && { others: 'name the columns to be read, such as uid:Email' }),

    toRecord(row) {
      const cells = new Map(
        Object.entries(row).flatMap(([column, cell]) => {
          const field = fields.get(column)
          return field ? [[field, cell] as const] : []
        }),
      )
      const { issue: groupIssue, id: guid, source } = idOf('guid', cells, ['groupDetails.name'])
      const user = idOf('uid', cells, ['email', 'userDetails.name'])
      const issue = groupIssue ?? user.issue
      if (issue) return { issue }

      const named = partOf(cells, 'groupDetails.')
      const groupDetails = source ? { name: source, type: 'private', ...named } : named
      const userDetails = partOf(cells, 'userDetails.')
      if (source && !cells.has('groupDetails.type')) isPrivate = true
      return {
        record: {
          ...partOf(cells, ''),
          ...(guid !== undefined && { guid }),
          ...(user.id !== undefined && { uid: user.id }),
          ...(groupDetails && { groupDetails: { guid, ...groupDetails } }),
          ...(userDetails && { userDetails: { uid: user.id, ...userDetails } }),
        },
      }
    },

    namedGroups: () => ids.guid.made(),
    notes: () => [
      ...ids.guid.notes(),
      ...ids.uid.notes(),
      ...(isPrivate ? ['New groups without a type are private.'] : []),
    ],
  }
}

const IS_ID = /^[\w-]{1,100}$/

/** The fields of a part, if there are any. */
function partOf(cells: Cells, prefix: string): Record<string, unknown> | undefined {
  const values = [...cells].flatMap(([column, cell]) => {
    const field = column.slice(prefix.length)
    const isOurs = column.startsWith(prefix) && !field.includes('.') && field !== 'email'
    return isOurs ? [[field, parsedCell(field, cell)] as const] : []
  })
  return values.length > 0 ? Object.fromEntries(values) : undefined
}

/** Parses the text of a cell. If that fails, it is left to the validation. */
function parsedCell(field: string, cell: string): unknown {
  if (field === 'tags') return cell.split(/[;|]/).map((tag) => tag.trim())
  if (field === 'isBanned') return /^(true|false)$/i.test(cell) ? /^true$/i.test(cell) : cell
  return field === 'metadata' ? (tryParseJson(cell) ?? cell) : cell
}
