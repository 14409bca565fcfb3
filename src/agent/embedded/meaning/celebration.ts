import { anyOf } from '../wording/words.ts'
import { isAchievement, isPlainNews } from './achievement.ts'
import { type Clause, withWords } from './clause.ts'
import type { MarkedMessage } from './marked-message.ts'
import type { ConfettiWish } from './wish.ts'

const EMOJI = /[🎉🎊🥳🍾🎈🎆🎇🥂🏆🪅🙌🎂]/u

const CHEERS = new RegExp(
  `\\b(?:${anyOf(`
    hooray hurray hurrah huzzah woo+t woo_?hoo+ woo+ wooh w00t yay+ yippee+ yeehaw whoop whoopee whoo+
    lfg hell_yeah hell_yes congrat\\w* bravo three_cheers hip_hip party_time party_mode party_on
    celebrat\\w+ festive champagne make_it_rain rain_it cheers_to victory high_five fireworks
    mission_accomplished we_are_the_champions best_day_ever best_day_of_my_life happy_new_year
    what_a_win what_a_day what_a_launch what_a_success big_win huge_win great_success such_a_win
    streamers airhorn drinks?_on_me jackpot party_with_me party_with_us it_is_a_party
  `)}|party$|let us go+$|(?:let us|we should|time to|going to|want to|ready to|time for a|throw a) party|pop (?:the|some|a|open) \\w+|(?:happy|my|our|it is|her|his) (?:\\S+ )?(?:birthday|anniversary))\\b`,
)
const CONFETTI = /\bconfettis?\b/
const REFUSAL = new RegExp(
  `\\b${anyOf('no not stop without enough hate never cancel skip quit turn_off disable less avoid end')}(?: \\S+){0,3} (?:confetti|celebrat\\w+|party|fireworks)\\b`,
)

/** Questions about celebrating, which are no wish to do so. */
const QUESTION = new RegExp(
  `^(?:(?:so|and|but|ok|hey|hi|well) )*(?:how (?!about)|what (?!about|a )|do (?!it|the|some|a)|have (?!some|a )|where (?!is my|is the|are my)|tell me (?:about|how)|${anyOf('why when who which is are was were does did has should explain')}\\b)`,
)

/** What is being celebrated, where something is. */
export function celebration({ text: clause, end }: Clause, message: MarkedMessage): ConfettiWish | undefined {
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

export function refusesConfetti(text: string): boolean {
  return REFUSAL.test(text)
}

const MOST_CHARACTERS = 80

function reasonIn(text: string): string {
  const words = text.replace(/[^\p{L}\p{N}#%$&'’ ,-]+/gu, ' ').replace(/\s+/g, ' ').trim()
  return words === '' ? 'celebration' : words.slice(0, MOST_CHARACTERS)
}
