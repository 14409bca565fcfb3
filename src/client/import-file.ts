import { importRows } from '../core/members/import-rows.ts'
import type { ReadMembers } from '../core/members/read-members.ts'
import type { Client } from './client.ts'
import { ClientError } from './client-error.ts'
import type { ImportOptions } from './import-members.ts'

/** Imports the valid rows of a file, call by call; see `importMembers`. */
export function importFile(
  read: Pick<ReadMembers, 'rows' | 'namedGroups'>,
  { api, importMembers }: Client,
  options: ImportOptions,
) {
  const { stop } = options

  async function exists(guid: string) {
    try {
      await api.GET('/v3/groups/{guid}', { params: { path: { guid } } })
      return true
    } catch (error) {
      if (error instanceof ClientError && error.code === 'ERR_GUID_NOT_FOUND') return false
      throw error
    }
  }

  return importRows(read, {
    importMembers: (records) => importMembers(stop?.aborted ? [] : records, options),
    async existingGroups(guids) {
      const existing: string[] = []
      for (const guid of guids) {
        if (stop?.aborted) return []
        if (await exists(guid)) existing.push(guid)
      }
      return existing
    },
  })
}
