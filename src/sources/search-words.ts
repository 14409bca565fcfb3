// What questions and taglines say without meaning it.
const STOP_WORDS = new Set(
  `a about an and any are as at be but by can do for from has have how i in into is it its me my of
  on or our so some that the their them they this to us was we what which who will with without
  you your`.split(/\s+/),
)

/**
 * The words of a text in the form they are compared in: small letters, no accents, no endings, no
 * stop words. A text of nothing but stop words keeps them: it may be a name.
 */
export function searchWords(text: string): string[] {
  const words = fold(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
  const telling = words.filter((word) => !isStopWord(word))
  return telling.length > 0 ? telling.map(root) : words
}

export function isStopWord(word: string) {
  return STOP_WORDS.has(word)
}

function fold(text: string) {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
}

/** One form for notes and note, companies and company, scheduling and schedule, planning and plan. */
function root(word: string) {
  return word
    .replace(/(?<=..)ies$/, 'i')
    .replace(/(?<=...s|.x|.[cs]h)es$|(?<=..[^s])s$/, '')
    .replace(/(?<=....)(?:ing|e)$/, '')
    .replace(/(?<=..)([bdgmnprt])\1$/, '$1')
    .replace(/(?<=.[^aeiou])y$/, 'i')
}
