import { textFile } from '../../rows/file-text.node.ts'
import { checkedRows } from './checked-rows.ts'

interface CheckNeeds {
  now: Date
  stop: AbortSignal
  say(line: string): void
}

const MOST_SHOWN = 10

/**
 * Reads a file to its end, so that what is wrong with it is known before anything is sent.
 *
 * @throws Error when the file cannot be read.
 */
export async function checkFile(path: string, { now, stop, say }: CheckNeeds) {
  let total = 0
  let invalid = 0
  for await (const { row, memberId, fault } of checkedRows(textFile(path), now)) {
    if (stop.aborted) break
    total += 1
    if (!fault) continue
    invalid += 1
    if (invalid <= MOST_SHOWN) say(`${path}, row ${row}${memberId && ` (${memberId})`}: ${fault}`)
  }
  if (invalid > MOST_SHOWN) say(`and ${invalid - MOST_SHOWN} more`)
  say(`${path}: ${total} ${total === 1 ? 'record' : 'records'}, ${invalid} of them wrong`)
  return { total, invalid }
}
