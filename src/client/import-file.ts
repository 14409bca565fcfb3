import { importRows } from '../core/members/import-rows.ts'
import type { ReadMembers } from '../core/members/read-members.ts'
import type { Client } from './client.ts'
import { ClientError } from './client-error.ts'
import type { ImportOptions, MemberRecords } from './import-members.ts'

interface FileOptions extends ImportOptions {
  /** Whether the file changes details of groups and users that exist. */
  update?: boolean | undefined
}

/** What a platform says of a group or user that does not exist. */
const NOT_FOUND = ['ERR_GUID_NOT_FOUND', 'ERR_UID_NOT_FOUND']

/** Imports the valid rows of a file, call by call; see `importMembers`. */
export function importFile(
  read: Pick<ReadMembers, 'rows'>,
  { api, importMembers }: Client,
  { stop, update }: FileOptions,
) {
  const importer = {
    importMembers: (records: MemberRecords) =>
      importMembers(stop?.aborted ? [] : records, { stop }),
    async find(kind: 'group' | 'user', id: string) {
      // An import that has been stopped sends nothing.
      if (stop?.aborted) return undefined
      try {
        const { data } =
          kind === 'group'
            ? await api.GET('/v3/groups/{guid}', { params: { path: { guid: id } } })
            : await api.GET('/v3/users/{uid}', { params: { path: { uid: id } } })
        return data
      } catch (error) {
        if (error instanceof ClientError && NOT_FOUND.includes(error.code)) return undefined
        throw error
      }
    },
  }
  return importRows(read, importer, { update })
}
