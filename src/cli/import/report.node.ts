import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import * as z from 'zod'
import { tryParseJson } from '../../core/json.ts'
import { textLines } from '../text-lines.ts'

/** `failed`: rejected or not answered by the platform; `invalid`: not sent. */
const OUTCOMES = ['imported', 'failed', 'invalid'] as const

const Line = z.object({
  memberId: z.string(),
  row: z.int(),
  outcome: z.enum(OUTCOMES),
  code: z.string().optional(),
  message: z.string().optional(),
  /** The digest of the record as sent, so that a changed one is sent again. */
  digest: z.string().optional(),
  /** The URL of the platform, as a report can be used with several. */
  to: z.string(),
})

export type ReportLine = Omit<z.output<typeof Line>, 'to'>

/** The outcomes of records, one JSON object per line. The last line for a record counts. */
export interface Report {
  /** Whether the record was imported with this digest. */
  has(memberId: string, digest: string): boolean
  /** To be called before a record is sent: until its outcome, it is unknown what is imported. */
  forget(memberId: string): void
  append(lines: readonly ReportLine[]): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a report to continue it, or creates one.
 *
 * @throws Error if the file is not a report, or cannot be written.
 */
export async function openReport(path: string, to: string): Promise<Report> {
  const file = await open(path, 'a+')
  try {
    await cutLastLine(file)
    const digests = await importedBefore(path, to)
    return {
      has: (memberId, digest) => digests.get(memberId) === digest,
      forget: (memberId) => digests.delete(memberId),
      async append(lines) {
        if (lines.length === 0) return
        await file.appendFile(lines.map((line) => `${JSON.stringify({ ...line, to })}\n`).join(''))
      },
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

/** More than one line of a report. */
const TAIL_BYTES = 64 * 1024
const LINE_FEED = 0x0a

/** Removes an incomplete last line, which a killed process can leave. */
async function cutLastLine(file: FileHandle) {
  const { size } = await file.stat()
  const start = Math.max(0, size - TAIL_BYTES)
  const tail = new Uint8Array(size - start)
  await file.read(tail, 0, tail.length, start)
  const end = start + tail.lastIndexOf(LINE_FEED) + 1
  // A longer line is not part of a report, which reading it will show.
  if (end < size && (end > 0 || tail[0] === '{'.charCodeAt(0))) await file.truncate(end)
}

async function importedBefore(path: string, to: string) {
  const digests = new Map<string, string>()
  for await (const { number, line } of textLines(createReadStream(path, 'utf8'))) {
    const parsed = Line.safeParse(tryParseJson(line))
    if (!parsed.success) throw new Error(`${path}, line ${number}: is not a line of a report`)
    const { memberId, outcome, digest, to: reached } = parsed.data
    if (reached !== to) continue
    if (outcome === 'imported' && digest) digests.set(memberId, digest)
    else digests.delete(memberId)
  }
  return digests
}
