import limitations from '../../../data/language/limitations.json' with { type: 'json' }
import { COUNT } from '../../ranking/limits.ts'
import type { Provenance } from '../../sources/source.ts'
import type { ListRequest } from '../dialogue/request.ts'
import { escaped } from '../markdown.ts'
import { instantInWords } from './wording.ts'

export const AT_MOST = `I can list at most ${COUNT.max}.`

/** What a list does not do that a message asks for, by the words that ask for it. */
const LIMITATIONS = Object.entries(limitations).flatMap(([kind, all]) =>
  all.map(({ asked, ...one }) => ({ ...one, kind, asked: new RegExp(asked, 'i') })),
)

/** The limits of a list that the message runs into; topics that it leaves out are left out. */
export function remarksOn({ kind, except = [] }: ListRequest, message: string): string[] {
  return LIMITATIONS.filter((one) => one.kind === kind && one.asked.test(message))
    .filter((one) => except.length === 0 || !('except' in one))
    .map(({ answer }) => answer)
}

/** What the source says of its answer, and whether it is an earlier one. */
export function notesOn({ note, stale, asOf }: Provenance): string[] {
  const earlier = `This is an earlier answer, from ${instantInWords(asOf)}: the source does not respond.`
  return [...(note ? [escaped(note)] : []), ...(stale ? [earlier] : [])]
}
