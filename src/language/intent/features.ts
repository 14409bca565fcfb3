import { classesOf, isCheer, isOf } from '../normalise/lexicon.ts'
import type { Token, Utterance } from '../normalise/utterance.ts'
import type { Slots } from '../slots/slots.ts'
import { FUTURE } from '../slots/timeframe.ts'
import type { Span } from '../slots/times.ts'

/** A token, or the slot that stands in its place. */
export interface Item {
  /** The word, or the name of the slot in capitals. */
  text: string
  isSlot: boolean
  token: Token
}

/** What the person's message before asked for. */
export type Previous = 'ranking' | 'search' | 'confetti' | 'talk' | 'none'

/** The tokens of an utterance with each time, zone, count and number as one placeholder. */
export function itemsOf({ tokens }: Utterance, slots: Slots): Item[] {
  const named = [
    ...slots.zones.map((span) => ({ ...span, text: 'ZONE' })),
    ...slots.times.map((span) => ({
      ...span,
      text: span.value.text === FUTURE ? 'FUTURE' : 'TIME',
    })),
    ...slots.counts.filter(({ value }) => value.isSure).map((span) => ({ ...span, text: 'COUNT' })),
  ]
  const items: Item[] = []
  let last: Span<unknown> | undefined
  for (const token of tokens) {
    const span = named.find(({ start, end }) => start <= token.start && token.start < end)
    if (span && span === last) continue
    last = span
    if (span) items.push({ text: span.text, isSlot: true, token })
    else if (/^\d+(?:\.\d+)?$/.test(token.text)) items.push({ text: 'NUM', isSlot: true, token })
    else items.push({ text: token.text, isSlot: false, token })
  }
  return items
}

export function isWord({ text, isSlot }: Item): boolean {
  return !isSlot && /[\p{L}\p{N}]/u.test(text)
}

/** Features of a message, or of a part of it, for telling its intent. */
export function intentFeatures(items: readonly Item[], previous: Previous): string[] {
  const words = items.filter((item) => isWord(item) || item.isSlot)
  const texts = words.map(({ text }) => text)
  const kinds = words.map(kindOf)
  const features = new Set<string>([`p:${previous}`, `n:${Math.min(8, words.length)}`])
  const contents = kinds.filter((kind) => kind === 'content').length
  features.add(`content:${Math.min(3, contents)}`)
  features.add(`p:${previous}|n:${Math.min(4, words.length)}`)
  features.add(`p:${previous}|first:${texts[0] ?? ''}`)
  for (const at of texts.keys()) addWord(features, texts, kinds, at)
  for (const gram of trigrams(texts)) features.add(gram)
  addMarks(features, items)
  return [...features]
}

function addWord(
  features: Set<string>,
  texts: readonly string[],
  kinds: readonly string[],
  at: number,
) {
  const [text = '', next = '$'] = [texts[at], texts[at + 1]]
  const [kind = '', kindNext = '$'] = [kinds[at], kinds[at + 1]]
  features.add(`w:${text}`)
  features.add(`b:${text} ${next}`)
  features.add(`k:${kind} ${kindNext}`)
  features.add(`x:${text} ${kindNext}`)
  features.add(`y:${kind} ${next}`)
  for (const name of classesOf(text)) features.add(`c:${name}`)
  if (at < 2) features.add(`f${at}:${text}`)
  if (at === texts.length - 1) features.add(`l:${text}`)
  if (kind === 'content') for (const gram of grams(text)) features.add(`g:${gram}`)
}

/** Features of one word, for telling whether it is one to search for. */
export function wordFeatures(items: readonly Item[], at: number): string[] {
  // Which content it is does not matter, only where it stands.
  const textAt = (place: number) => {
    const item = items[place]
    if (!item) return '$'
    const kind = kindOf(item)
    return kind === 'content' || kind === 'subject' ? kind : item.text
  }
  const kindAt = (place: number) => (items[place] ? kindOf(items[place]) : '$')
  const before = items.slice(0, at)
  const after = items.slice(at + 1)
  const cue = before.findLast(({ text }) => CUES.has(text))?.text ?? ''
  const cueAhead = after.find(({ text }) => CUES.has(text))?.text ?? ''
  const isApart = before.some(({ text }) => text === ',') ? 'comma' : ''
  const mark = after.some(({ text }) => text === ',') ? 'ahead' : ''
  const text = textAt(at)
  const kind = kindAt(at)
  return [
    `w:${text}`,
    `k:${kind}`,
    ...classesOf(text).map((name) => `c:${name}`),
    `-1:${textAt(at - 1)}`,
    `+1:${textAt(at + 1)}`,
    `-1k:${kindAt(at - 1)}`,
    `+1k:${kindAt(at + 1)}`,
    `-2:${textAt(at - 2)}`,
    `-2k:${kindAt(at - 2)}|-1k:${kindAt(at - 1)}|${kind}`,
    `k3:${kindAt(at - 1)}|${kind}|${kindAt(at + 1)}`,
    `k2:${kind}|${kindAt(at + 1)}|${kindAt(at + 2)}`,
    `-21:${textAt(at - 2)} ${textAt(at - 1)}|${kind}`,
    `wk:${text}|${kindAt(at + 1)}`,
    `kw:${kindAt(at - 1)}|${text}`,
    `cue:${cue}|${kind}`,
    `cue:${cue}|${text}`,
    `ahead:${cueAhead}|${kind}`,
    `both:${cue}|${cueAhead}|${kind}`,
    `marks:${isApart}${mark}|${kind}`,
    `marks:${isApart}${mark}|${cue}|${kind}`,
    `place:${Math.min(4, at)}|${kind}`,
    `end:${Math.min(3, after.length)}|${kind}`,
    `suffix:${(items[at]?.text ?? '').slice(-3)}|${kind}`,
    ...(kind === 'content' ? [] : [`own:${items[at]?.text}`]),
  ]
}

const CUES = new Set(
  (
    'for to that which with about like find search need want recommend suggest app apps tool tools ' +
    'product products software something anything alternative alternatives looking is on in of who ' +
    'because so since and from my our your before after behalf while than instead called named'
  ).split(' '),
)

const KINDS = [
  'function',
  'asking',
  'polite',
  'product',
  'praise',
  'kind',
  'cheer',
  'world',
  'ranking',
  'subject',
] as const

/** The one class of a word that says most of it; any other word is content. */
function kindOf(item: Item): string {
  if (item.isSlot) return item.text
  if (!isWord(item)) return item.text
  return KINDS.find((name) => isOf(item.text, name)) ?? 'content'
}

function grams(word: string): string[] {
  const padded = `<${word.slice(0, 24)}>`
  return Array.from({ length: Math.max(0, padded.length - 2) }, (_, at) => padded.slice(at, at + 3))
}

function trigrams(texts: readonly string[]): string[] {
  return texts.slice(2).map((text, at) => `t:${texts[at]} ${texts[at + 1]} ${text}`)
}

function addMarks(features: Set<string>, items: readonly Item[]) {
  for (const mark of ['?', '!', ',']) {
    if (items.some(({ text }) => text === mark)) features.add(`m:${mark}`)
  }
  if (items.at(-1)?.text === '!') features.add('m:end!')
  if (items.some(({ text }) => isCheer(text))) features.add('m:cheer')
}
