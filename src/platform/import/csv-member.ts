import { GROUP_FIELDS, MEMBER_FIELDS, USER_FIELDS } from '../client/member-record.ts'

/** Every column that a CSV file of members can have. */
export const MEMBER_COLUMNS: readonly string[] = [
  ...MEMBER_FIELDS,
  ...GROUP_FIELDS.map((field) => `groupDetails.${field}`),
  ...USER_FIELDS.map((field) => `userDetails.${field}`),
]

export const REQUIRED_COLUMNS: readonly string[] = ['guid', 'uid']

type Cells = Readonly<Record<string, string>>

/** The record that a row stands for. A blank cell is no value, and details name their owner. */
export function csvMember(cells: Cells) {
  const { guid, uid } = cells
  const groupDetails = part(cells, 'groupDetails.')
  const userDetails = part(cells, 'userDetails.')
  return {
    ...part(cells, ''),
    ...(groupDetails && { groupDetails: { guid, ...groupDetails } }),
    ...(userDetails && { userDetails: { uid, ...userDetails } }),
  }
}

function part(cells: Cells, prefix: string) {
  const values = Object.entries(cells).flatMap(([column, cell]) => {
    const field = column.slice(prefix.length)
    const isOurs = column.startsWith(prefix) && !field.includes('.') && cell !== ''
    return isOurs ? [[field, csvValue(field, cell)] as const] : []
  })
  return values.length > 0 ? Object.fromEntries(values) : undefined
}

/** CSV has only text: what is none is read out of it, and what cannot be is left for the check. */
function csvValue(field: string, cell: string): unknown {
  if (field === 'tags') return cell.split(/[;|]/).map((tag) => tag.trim())
  if (field === 'isBanned') return /^(true|false)$/i.test(cell) ? /^true$/i.test(cell) : cell
  return field === 'metadata' ? jsonOr(cell) : cell
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
