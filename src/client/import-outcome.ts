import type { PlatformClientError } from './client-error.ts'
import type { ImportedMember, MemberRecord } from './platform-types.ts'

/** The outcome of one record; `record` is the given object. */
export type ImportOutcome =
  | { record: MemberRecord; success: true; member: ImportedMember | undefined }
  | { record: MemberRecord; success: false; error: PlatformClientError }

export interface ImportOptions {
  /** Cancels the import including the current call, whose records may still be imported. */
  signal?: AbortSignal | undefined
  /** Ends the import after the current call, whose outcomes are still yielded. */
  stop?: AbortSignal | undefined
}
