/** Nobody asks a question longer than this. The rest is not read, so that time stays bounded. */
export const MAX_CHARACTERS = 1000
const MAX_WORDS = 160

/** What was typed, with one kind of quote, dash and space, and nothing drawn out ("heyyyy"). */
export function tidy(text: string): string {
  // One character may stand for eighteen others, and is put in their place.
  const plain = cut(cut(text).normalize('NFKC'))
  const tidied = plain
    .replace(/^\s*(?:[-*\u2022]|\d+[.)])\s+/gm, '')
    .replace(/\s*\n\s*/g, ' , ')
    .replace(/(?:[\p{Co}\p{Cc}\p{Cf}]|\uFE0F)/gu, ' ')
    .replace(/[\u2018\u2019\u02BC`\u00B4]/g, "'")
    .replace(/["\u201C-\u201F\u00AB\u00BB\u00BF\u00A1*]/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2192\u21D2]/g, ' to ')
    .replace(/(\b\d{1,2}\/\d{1,2}(?:\/\d{2,4})?)-(?=\d{1,2}\/)/g, '$1 - ')
    .replace(/(^|\s)@\w+[,:]?/g, ' ')
    .replace(/^\s*(?:search|query|find|look ?up)\s*:\s*/i, 'search for ')
    .replace(/([a-z])\1{2,}/gi, '$1$1')
    .replace(/\s+/g, ' ')
    .trim()
  return cut(tidied).split(' ').slice(0, MAX_WORDS).join(' ')
}

function cut(text: string): string {
  return text.slice(0, MAX_CHARACTERS)
}
