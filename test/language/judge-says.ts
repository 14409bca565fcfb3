import type { Product } from '../../src/ranking/product.ts'

/** What the words of an answer must hold; of a list, one must fit. */
export interface Says {
  /** The product that is named first. */
  lead?: string
  /** These are named. */
  named?: string[]
  /** These, in this order, and no others. */
  list?: string[]
  /** No others than these. */
  only?: string[]
  /** None of these. */
  not?: string[]
  /** At most so many products. */
  max?: number
  /** Another product with a topic of this one. */
  like?: string
  /** One of each list of words. */
  all?: string[][]
  none?: string[]
  /** One of these places is told. */
  rank?: number[]
  /** The topic that is named first. */
  topic?: string
  /** The day of this date. */
  date?: string
  /** The hour of this instant, in the default zone. */
  time?: string
  link?: string
  /** It says that it cannot, does not know or has none. */
  cannot?: true
}

const CANNOT =
  /\b(?:can ?not|can['’]t|do(?:es)? not (?:know|say|have|tell|compare)|don['’]t (?:know|have)|do not|unable|no (?:data|such)|have no|has no|know no|none|nothing)\b/i

const ORDINALS = [
  'zeroth',
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
]

/** Judges answers about some products. */
export function saysJudge(all: readonly Pick<Product, 'name' | 'tagline' | 'topics'>[]) {
  const topics = [...new Set(all.flatMap((one) => one.topics))]
  const topicsOf = (name: string) => all.find((one) => one.name === name)?.topics ?? []

  return (answer: string, { link, ...says }: Says): boolean => {
    const text = plain(answer, all)
    const named = placesOf(
      all.map(({ name }) => name),
      text,
    )
    const tests: boolean[] = [
      !link || answer.includes(link),
      !says.lead || named[0] === says.lead,
      (says.named ?? []).every((name) => named.includes(name)),
      !says.list || says.list.join() === named.join(),
      !says.only || named.every((name) => says.only?.includes(name)),
      !(says.not ?? []).some((name) => named.includes(name)),
      named.length <= (says.max ?? Infinity),
      (says.all ?? []).every((some) =>
        some.some((words) => has(text, words) || has(answer, words)),
      ),
      !(says.none ?? []).some((words) => has(text, words)),
      !says.rank || says.rank.some((rank) => isTold(rank, text)),
      !says.topic || placesOf(topics, text)[0] === says.topic,
      !says.date || isDated(text, says.date),
      !says.time || isTimed(text, says.time),
      !says.cannot || CANNOT.test(text),
      !says.like ||
        named.some(
          (name) =>
            name !== says.like &&
            topicsOf(name).some((topic) => topicsOf(says.like ?? '').includes(topic)),
        ),
    ]
    return tests.every(Boolean)
  }
}

function plain(answer: string, all: readonly { tagline: string | null }[]): string {
  const text = answer.replace(/\[((?:\\.|[^\]\\])*)\]\([^)]*\)/g, '$1').replace(/\\(.)/g, '$1')
  const shown = text.replace(/(?<=\d),(?=\d{3})/g, '').replaceAll('*', '')
  return all.reduce((left, { tagline }) => (tagline ? left.replaceAll(tagline, '') : left), shown)
}

function has(text: string, words: string): boolean {
  const pattern = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${pattern}(?![\\p{L}\\p{N}])`, 'iu').test(text)
}

/** The names in a text, in their order. */
function placesOf(names: readonly string[], text: string): string[] {
  return names
    .map((name) => ({
      name,
      at: text.search(
        new RegExp(
          `(?<![\\p{L}\\p{N}])${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
          'u',
        ),
      ),
    }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ name }) => name)
}

function isTold(rank: number, text: string): boolean {
  return new RegExp(
    `#${rank}\\b|\\b${rank}(?:st|nd|rd|th)\\b|\\b${ORDINALS[rank] ?? '-'}\\b|\\b${rank} of\\b`,
    'i',
  ).test(text)
}

function isDated(text: string, date: string): boolean {
  const day = new Date(`${date}T12:00:00Z`)
  const month = day.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  return new RegExp(`${date}|${month} ${day.getUTCDate()}\\b`).test(text)
}

function isTimed(text: string, instant: string): boolean {
  const at = new Date(instant)
  const hours = [0, -5, -8].map((offset) => (at.getUTCHours() + offset + 24) % 24)
  const minute = String(at.getUTCMinutes()).padStart(2, '0')
  return hours.some((hour) =>
    new RegExp(`\\b0?${hour % 12 || 12}:${minute}|\\b0?${hour}:${minute}`).test(text),
  )
}
