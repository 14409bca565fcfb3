import lexicon from '../../../data/language/lexicon.json' with { type: 'json' }

export type WordClass = keyof typeof lexicon.classes

/** Expansions of abbreviations and slang: `pls` is "please". */
export const SLANG = byName(lexicon.slang)

export const LANGUAGES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(lexicon.languages).map(([language, words]) => [language, wordSet(words)]),
)

/** IANA zones by lowercase informal name: `pst`, `berlin`. */
export const ZONE_ABBREVIATIONS = byName(lexicon.zones.abbreviations, ', ')
export const ZONE_PLACES = byName(lexicon.zones.places, ', ')

const classesByWord = new Map<string, string[]>()
for (const [name, words] of Object.entries(lexicon.classes)) {
  for (const word of wordSet(words)) {
    classesByWord.set(word, [...(classesByWord.get(word) ?? []), name])
  }
}

export const LEXICON_WORDS: readonly string[] = [...classesByWord.keys()]

/** The classes of a word, or else of its singular. */
export function classesOf(word: string): readonly string[] {
  return classesByWord.get(word) ?? classesByWord.get(word.replace(/s$/, '')) ?? []
}

/** Whether the word has any of the classes. */
export function isOf(word: string, ...names: readonly WordClass[]): boolean {
  return classesOf(word).some((name) => names.some((wanted) => wanted === name))
}

let cities: ReadonlySet<string> | undefined

/** Whether a word is part of an IANA time zone name. */
export function isCity(word: string): boolean {
  cities ??= new Set(
    Intl.supportedValuesOf('timeZone').flatMap((zone) => zone.toLowerCase().split(/[/_]/)),
  )
  return cities.has(word)
}

/** Whether the emoji expresses praise or joy. */
export function isCheer(emoji: string): boolean {
  return lexicon.cheerEmoji.includes(emoji)
}

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** The keys of a table by each of the names they stand for. */
export function byName(
  table: Readonly<Record<string, string>>,
  separator = ' ',
): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([key, names]) =>
      names.split(separator).map((name): [string, string] => [name, key]),
    ),
  )
}
