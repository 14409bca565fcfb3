import { phrases } from '../wording/phrases.ts'
import { isAchievement, isPlainNews } from './achievement.ts'
import { type Clause, withWords } from './clause.ts'
import type { MarkedMessage } from './marked-message.ts'
import type { ConfettiWish } from './wish.ts'

const EMOJI = /[🎉🎊🥳🍾🎈🎆🎇🥂🏆🪅🙌🎂]/u

const CHEERS = phrases(`
  hooray|hurray|hurrah|huzzah|woo+t|woo_?hoo+|woo+|wooh|w00t|yay+|yippee+|yeehaw|wh?o+p|whoopee
  wahoo
  yas+|hallelujah|booyah|yeah_baby|whoo+|lfg|hell_yeah|hell_yes|congrat\\w*|bravo|three_cheers
  hip_hip
  celebrat\\w+|festive|champagne|make_it_rain|rain_it|cheers_to|victory|high_five|fireworks
  mission_accomplished|we_are_the_champions|best_day_ever|best_day_of_my_life|happy_new_year
  what_a_win|what_a_day|what_a_launch|what_a_success|big_win|huge_win|great_success|such_a_win
  streamers|airhorn|drinks?_on_me|jackpot
  party time|mode|on|with_me|with_us
  party $
  let_us|we_should|time_to|going_to|want_to|ready_to|time_for_a|throw_a|throw_me_a|it_is_a party
  let us go+ $
  pop the|some|a|open *
  happy|my|our|it_is|her|his [*] birthday|anniversary
`)
const CONFETTI = phrases('confettis?')
const REFUSAL = phrases(`
  no|not|stop|without|enough|hate|never|cancel|skip|quit|turn_off|disable|less|avoid ... confetti
  end ... confetti
  no|not|stop|without|enough|hate|never|cancel|skip|quit|avoid|end ... celebrat\\w+|party|fireworks
`)

/** Questions about celebrating, which are no wish to do so. */
const QUESTION = phrases(`
  ^ {so|and|but|ok|well} how(?!_about)|what(?!_about|_a_)|why|when|who|which|is|are|was|were|does
  ^ {so|and|but|ok|well} did
  ^ {so|and|but|ok|well} has|should|explain|tell_me_about|tell_me_how
  ^ {so|and|but|ok|well} do(?!_it|_the|_some|_a_)|have(?!_some|_a_)|where(?!_is_my|_is_the|_are_my)
`)

/** What is being celebrated, where something is. */
export function celebration(
  { text: clause, end }: Clause,
  message: MarkedMessage,
): ConfettiWish | undefined {
  const text = clause.replace(/[,:"]+/g, '')
  if (REFUSAL.test(text) || QUESTION.test(text)) return undefined
  const reason = reasonIn(withWords(clause, message))
  if (CONFETTI.test(text) || CHEERS.test(text)) return { kind: 'confetti', reason, weak: false }
  if (end === '?') return undefined
  if (isAchievement(text, end)) {
    return { kind: 'confetti', reason, weak: isPlainNews(text) && end !== '!' }
  }
  return EMOJI.test(text) ? { kind: 'confetti', reason, weak: true } : undefined
}

export function hasPartyEmoji(text: string): boolean {
  return EMOJI.test(text)
}

export function refusesConfetti(text: string): boolean {
  return REFUSAL.test(text)
}

const MOST_CHARACTERS = 80

function reasonIn(text: string): string {
  const words = text
    .replace(/[^\p{L}\p{N}#%$&'’ ,-]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words === '' ? 'celebration' : words.slice(0, MOST_CHARACTERS)
}
