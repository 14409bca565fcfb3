import slots from '../../../data/language/slots.json' with { type: 'json' }

/** The words of times, counts and rankings. */
export const SLOT_WORDS: ReadonlySet<string> = new Set(JSON.stringify(slots).match(/[a-z]+/g))
