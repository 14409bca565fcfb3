import type { PlatformClientError } from './client-error.ts'
import type { ImportedMember, MemberRecord } from './platform-types.ts'

/** What became of one record; `record` is the very object that was given. */
export type ImportOutcome =
  | { record: MemberRecord; success: true; member: ImportedMember | undefined }
  | { record: MemberRecord; success: false; error: PlatformClientError }

export interface ImportOptions {
  /** Ends everything, the call under way too; its records may be in all the same. */
  signal?: AbortSignal | undefined
  /** Ends it after the call under way, whose outcomes still come. */
  stop?: AbortSignal | undefined
}
