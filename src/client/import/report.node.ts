import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import * as z from 'zod'
import { textLines } from '../../core/rows/text-file.ts'

/** `failed` is what the platform refused or did not answer, `invalid` what was not sent. */
const OUTCOMES = ['imported', 'failed', 'invalid'] as const

const Line = z.object({
  memberId: z.string(),
  row: z.int(),
  outcome: z.enum(OUTCOMES),
  code: z.string().optional(),
  message: z.string().optional(),
  /** Of the record as it was sent, so that a changed one is sent again. */
  digest: z.string().optional(),
  /** The platform, so that what is in one is not taken to be in another. */
  to: z.string(),
})

export type ReportLine = Omit<z.output<typeof Line>, 'to'>

/** What became of each record, one JSON object a line, the last word on each last. */
export interface Report {
  /** Whether the platform has the record just as it is now. */
  has(memberId: string, digest: string): boolean
  /** A record of that name is on its way: what the platform has is not known any more. */
  forget(memberId: string): void
  append(lines: readonly ReportLine[]): Promise<void>
  close(): Promise<void>
}

/**
 * Opens a report to go on with it, or begins one.
 *
 * @throws Error when the file is no report, or cannot be written.
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

/** A run that was killed may have left half a line; what it was about is not known. */
async function cutLastLine(file: FileHandle) {
  const { size } = await file.stat()
  const start = Math.max(0, size - TAIL_BYTES)
  const tail = new Uint8Array(size - start)
  await file.read(tail, 0, tail.length, start)
  const end = start + tail.lastIndexOf(LINE_FEED) + 1
  // Half a line that is longer than any of ours is none: reading it says so.
  if (end < size && (end > 0 || tail[0] === '{'.charCodeAt(0))) await file.truncate(end)
}

async function importedBefore(path: string, to: string) {
  const digests = new Map<string, string>()
  for await (const { number, line } of textLines(createReadStream(path, 'utf8'))) {
    const parsed = Line.safeParse(jsonOrNothing(line))
    if (!parsed.success) throw new Error(`${path}, line ${number}: is not of a report`)
    const { memberId, outcome, digest, to: reached } = parsed.data
    if (reached !== to) continue
    if (outcome === 'imported' && digest) digests.set(memberId, digest)
    else digests.delete(memberId)
  }
  return digests
}

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
