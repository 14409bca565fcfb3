import { isRecord, tryParseJson } from '../json.ts'
import {
  type CellReader,
  columnReader,
  flagReader,
  plainReader,
  type Report,
  textReader,
} from '../rows/cells.ts'
import { instantReader } from '../rows/instants.ts'
import { listReader } from '../rows/lists.ts'
import { madeId } from '../rows/made-id.ts'
import type { Row, Sheet } from '../rows/sheet.ts'
import { fieldOf, PROBLEM } from './member-columns.ts'

type Cells = ReadonlyMap<string, unknown>

interface ReadMember {
  value: unknown
  issues: string[]
  /** The details of an existing group and user that the row may change: not those made of its id. */
  stated: Stated
}

/** Names of details. */
export interface Stated {
  group: readonly string[]
  user: readonly string[]
}

const GROUP_SOURCES = ['groupDetails.name']
const USER_SOURCES = ['email', 'userDetails.name']

/**
 * Makes records of the rows of a file. A uid that is missing is made of the e-mail or the name, a guid of the
 * name of its group; so are those in columns of other names.
 */
export function createMemberReader({ kind, header, places }: Sheet) {
  // Records as the platform takes them, which are left to the validation.
  const isContract = kind === 'json' && header.includes('guid') && header.includes('uid')
  const columns = [...places]
    .filter(([name]) => name !== PROBLEM)
    .map(([name, at]) => ({ field: fieldOf(name), at, reader: readerOf(fieldOf(name)) }))
  const made = { guid: new Map<string, string>(), uid: new Map<string, string>() }
  let isPrivate = false

  const idOf = (kind: 'guid' | 'uid', cells: Cells, sources: readonly string[]) => {
    const given = cells.get(kind)
    if (given && header[places.get(kind) ?? -1] === kind) return { id: given }
    const source = [kind, ...sources].map((field) => cells.get(field)).find(Boolean)
    if (typeof source !== 'string') return {}
    const id = madeId(source)
    if (id !== source) made[kind].set(id, source)
    return { id, source }
  }

  const tableRecord = (cells: Cells): ReadMember => {
    const guid = idOf('guid', cells, GROUP_SOURCES)
    const user = idOf('uid', cells, USER_SOURCES)
    const missing = [
      ...(guid.id ? [] : [emptyOf(['guid', 'group', 'groupDetails.name'])]),
      ...(user.id ? [] : [emptyOf(['uid', 'email', 'name', 'userDetails.name'])]),
    ]
    const named = partOf(cells, 'groupDetails.')
    const details = guid.source ? { name: guid.source, type: 'private', ...named } : named
    const userDetails = partOf(cells, 'userDetails.')
    if (guid.source && !cells.has('groupDetails.type')) isPrivate = true
    const value = {
      ...partOf(cells, ''),
      ...(guid.id !== undefined && { guid: guid.id }),
      ...(user.id !== undefined && { uid: user.id }),
      ...(details && { groupDetails: { guid: guid.id, ...details } }),
      ...(userDetails && { userDetails: { uid: user.id, ...userDetails } }),
    }
    const isMade = (field: string) => field === 'name' && guid.source !== undefined
    const group = Object.keys(named ?? {}).filter((field) => !isMade(field))
    return { value, issues: missing, stated: { group, user: Object.keys(userDetails ?? {}) } }
  }

  const emptyOf = (fields: readonly string[]) => {
    const at = fields.map((field) => places.get(field)).find((place) => place !== undefined)
    return `${header[at ?? -1]} is empty`
  }

  return {
    /** Sees the cells of a row, before any row is read. */
    see({ cells }: Row) {
      if (isContract) return
      for (const { at, reader } of columns) reader.read(cells[at], () => {})
    },

    record({ value, cells }: Row): ReadMember {
      const issues: string[] = []
      const reportOf = (field: string) => (issue: string) => issues.push(`${field}: ${issue}`)
      if (isContract)
        return { value: contractRecord(value, reportOf), issues, stated: statedIn(value) }
      const read = columns.flatMap(({ field, at, reader }) => {
        const cell = cells[at]
        const isBlank = cell === '' || cell === undefined || cell === null
        const value = isBlank ? null : settled(reader, cell, reportOf(field))
        return value === null ? [] : [[field, value] as const]
      })
      const member = tableRecord(new Map(read))
      return { ...member, issues: [...member.issues, ...issues] }
    },

    notes: (): string[] => [
      ...(['guid', 'uid'] as const).flatMap((kind) => madeNote(kind, made[kind])),
      ...(isPrivate ? ['New groups without a type are private.'] : []),
      ...columns.flatMap(({ field, reader }) => reader.notes().map((note) => `${field} ${note}.`)),
    ],
  }
}

function madeNote(kind: string, made: ReadonlyMap<string, string>) {
  const [first] = made
  if (!first) return []
  const [id, source] = first
  const count = made.size === 1 ? `A ${kind} was` : `${made.size} ${kind}s were`
  return [`${count} made of other columns, such as ${id} of “${source}”.`]
}

function settled(reader: CellReader<unknown>, cell: unknown, report: Report) {
  const value = reader.read(cell, report)
  return value === undefined ? reader.settle(cell, report) : value
}

function readerOf(field: string): CellReader<unknown> {
  return columnReader(kindOf(field), false)
}

function kindOf(field: string): CellReader<unknown> {
  const name = field.slice(field.lastIndexOf('.') + 1)
  if (name === 'tags') return listReader()
  if (name === 'isBanned') return flagReader()
  if (/At$/.test(name)) return secondsReader()
  if (name === 'metadata') return plainReader((cell) => parsed(cell))
  return textReader()
}

function parsed(cell: unknown) {
  return typeof cell === 'string' ? (tryParseJson(cell) ?? cell) : cell
}

/** Dates, and times without an offset, are those of UTC: members have no other zone. */
function secondsReader(): CellReader<number> {
  const { read, settle, notes } = instantReader({
    timezone: 'UTC',
    isUnix: true,
    fromClock: (clockMs) => clockMs,
  })
  const seconds = <Value>(ms: number | Value) =>
    typeof ms === 'number' ? Math.floor(ms / 1000) : ms
  return {
    read: (cell, report) => seconds(read(cell, report)),
    settle: (cell, report) => seconds(settle(cell, report)),
    notes,
  }
}

/** A record with its time of joining in seconds, if it is a date or time. */
function contractRecord(value: unknown, reportOf: (field: string) => Report): unknown {
  if (!isRecord(value)) return value
  const { [PROBLEM]: _, ...record } = value
  const { joinedAt } = record
  if (typeof joinedAt !== 'string' || /^\d{10}$/.test(joinedAt)) return record
  return { ...record, joinedAt: settled(secondsReader(), joinedAt, reportOf('joinedAt')) }
}

function statedIn(value: unknown): Stated {
  const { groupDetails: group, userDetails: user } = isRecord(value) ? value : {}
  return {
    group: Object.keys(isRecord(group) ? group : {}),
    user: Object.keys(isRecord(user) ? user : {}),
  }
}

/** The fields of a part, if there are any. */
function partOf(cells: Cells, prefix: string): Record<string, unknown> | undefined {
  const values = [...cells].flatMap(([column, cell]) => {
    const field = column.slice(prefix.length)
    const isOurs = column.startsWith(prefix) && !field.includes('.') && field !== 'email'
    return isOurs ? [[field, cell] as const] : []
  })
  return values.length > 0 ? Object.fromEntries(values) : undefined
}
