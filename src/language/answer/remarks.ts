import limitations from '../../../data/language/limitations.json' with { type: 'json' }
import { COUNT } from '../../ranking/limits.ts'
import type { Provenance } from '../../sources/source.ts'
import type { ListRequest } from '../dialogue/request.ts'
import { escaped } from '../markdown.ts'
import { instantInWords } from './wording.ts'

export const AT_MOST = `I can list at most ${COUNT.max}.`

/** What a list does not do that a message asks for, by the words that ask for it. */
const LIMITATIONS = Object.entries(limitations).flatMap(([kind, all]) =>
  all.map(({ asked, answer }) => ({ kind, asked: new RegExp(asked, 'i'), answer })),
)

/** The limits of a list that the message runs into. */
export function remarksOn(kind: ListRequest['kind'], message: string): string[] {
  return LIMITATIONS.flatMap((one) =>
    one.kind === kind && one.asked.test(message) ? one.answer : [],
  )
}

/** What the source says of its answer, and whether it is an earlier one. */
export function notesOn({ note, stale, asOf }: Provenance): string[] {
  const earlier = `This is an earlier answer, from ${instantInWords(asOf)}: the source does not respond.`
  return [...(note ? [escaped(note)] : []), ...(stale ? [earlier] : [])]
}
