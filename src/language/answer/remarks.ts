import { COUNT } from '../../ranking/limits.ts'
import type { Provenance } from '../../sources/source.ts'
import { escaped } from '../markdown.ts'
import { instantInWords } from './wording.ts'

export const AT_MOST = `I can list at most ${COUNT.max}.`

/** What the source says of its answer, and whether it is an earlier one. */
export function notesOn({ note, stale, asOf }: Provenance): string[] {
  const earlier = `This is an earlier answer, from ${instantInWords(asOf)}: the source does not respond.`
  return [...(note ? [escaped(note)] : []), ...(stale ? [earlier] : [])]
}
