import { isRecord } from '../json.ts'
import type { Report } from '../rows/cells.ts'
import { madeId } from '../rows/made-id.ts'
import type { Sheet, SheetRow } from '../rows/sheet.ts'
import {
  ID_COLUMNS,
  MEMBER_CELLS,
  type MemberCells,
  PROBLEM,
  secondsReader,
} from './member-columns.ts'

interface MadeMember {
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

const SEVERAL = 'is more than one group: write a row for each'

type IdField = keyof typeof ID_COLUMNS

/** Whether records are as the platform takes them. They are left to the validation. */
export function isContract({ kind, header }: Sheet): boolean {
  return kind === 'json' && header.includes('guid') && header.includes('uid')
}

/**
 * Makes records of the rows of a file. A uid that is missing is made of the e-mail or the name, a guid of the
 * name of its group; so are those in columns of other names.
 */
export function createMemberMaker(sheet: Sheet) {
  const { header, places } = sheet
  const made = { guid: new Map<string, string>(), uid: new Map<string, string>() }
  const rowOfNamed = new Map<string, number>()
  let isPrivate = false

  const idOf = (field: IdField, cells: MemberCells) => {
    const given = cells[field]
    if (given && header[places.get(field) ?? -1] === field) return { id: given, issues: [] }
    const source = ID_COLUMNS[field].map((name) => cells[name]).find(Boolean)
    if (typeof source !== 'string') return { issues: [emptyOf(field)] }
    if (field === 'guid' && /[;|\n]/.test(source)) return { issues: [`“${source}” ${SEVERAL}`] }
    const id = madeId(source)
    if (id !== source) made[field].set(id, source)
    return { id, source, issues: [] }
  }

  const emptyOf = (field: IdField) => {
    const at = ID_COLUMNS[field].map((name) => places.get(name)).find((at) => at !== undefined)
    return `${header[at ?? -1]} is empty`
  }

  /** Of two rows with one name in one group nobody knows whether they are one person. */
  const namesakeOf = (cells: MemberCells, member: string, row: number) => {
    if (cells.uid || cells.email) return []
    const first = rowOfNamed.get(member)
    if (first === undefined) rowOfNamed.set(member, row)
    return first === undefined
      ? []
      : [`has the name of row ${first}: add an e-mail or a uid to both`]
  }

  const tableMember = (cells: MemberCells, { row }: SheetRow): MadeMember => {
    const [guid, uid] = [idOf('guid', cells), idOf('uid', cells)]
    const group = partOf(cells, 'groupDetails.')
    const user = partOf(cells, 'userDetails.')
    const isMade = guid.source !== undefined
    const details = isMade ? { name: guid.source, type: 'private', ...group } : group
    if (isMade && cells['groupDetails.type'] === undefined) isPrivate = true
    const value = {
      ...partOf(cells, ''),
      ...(guid.id !== undefined && { guid: guid.id }),
      ...(uid.id !== undefined && { uid: uid.id }),
      ...(details && { groupDetails: { guid: guid.id, ...details } }),
      ...(user && { userDetails: { uid: uid.id, ...user } }),
    }
    const stated = namesOf({ groupDetails: group, userDetails: user })
    const groupStated = stated.group.filter((field) => field !== 'name' || !isMade)
    const issues = [
      ...guid.issues,
      ...uid.issues,
      ...(uid.source ? namesakeOf(cells, `${guid.id} ${uid.id}`, row) : []),
    ]
    return { value, issues, stated: { ...stated, group: groupStated } }
  }

  return {
    member: isContract(sheet)
      ? (_: MemberCells, { value }: SheetRow) => contractMember(value)
      : tableMember,
    notes: (): string[] => [
      ...madeNote('guid', made.guid),
      ...madeNote('uid', made.uid),
      ...(isPrivate ? ['New groups without a type are private.'] : []),
    ],
  }
}

function madeNote(field: IdField, made: ReadonlyMap<string, string>) {
  const [first] = made
  if (!first) return []
  const [id, source] = first
  const count = made.size === 1 ? `A ${field} was` : `${made.size} ${field}s were`
  return [`${count} made of other columns, such as ${id} of “${source}”.`]
}

/** A record with its time of joining in seconds, if it is a date or time. */
function contractMember(value: unknown): MadeMember {
  const issues: string[] = []
  const stated = namesOf(isRecord(value) ? value : {})
  if (!isRecord(value)) return { value, issues, stated }
  const { [PROBLEM]: _, ...record } = value
  const { joinedAt } = record
  if (typeof joinedAt === 'string' && !/^\d{10}$/.test(joinedAt)) {
    const report: Report = (issue) => issues.push(`joinedAt: ${issue}`)
    const read = secondsReader({ ...MEMBER_CELLS, notes: new Set(), nothing: 0 })
    record.joinedAt = read(joinedAt, report, true)
  }
  return { value: record, issues, stated }
}

function namesOf({ groupDetails, userDetails }: Record<string, unknown>): Stated {
  const names = (part: unknown) => Object.keys(isRecord(part) ? part : {})
  return { group: names(groupDetails), user: names(userDetails) }
}

/** The fields of a part, if there are any. */
function partOf(cells: MemberCells, prefix: string): Record<string, unknown> | undefined {
  const values = Object.entries(cells).flatMap(([name, cell]) => {
    const field = name.slice(prefix.length)
    const isOurs = name.startsWith(prefix) && !field.includes('.')
    return isOurs && field !== 'email' && field !== PROBLEM ? [[field, cell] as const] : []
  })
  return values.length > 0 ? Object.fromEntries(values) : undefined
}
