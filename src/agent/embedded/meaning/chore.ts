import { anyOf } from '../wording/words.ts'

const MAKE = anyOf('write compose draft create generate make give tell sing recite')
const WORK = anyOf(`
  poems? haikus? limericks? songs? lyrics story stories essays? jokes? puns? riddles? script code
  program function regex query queries class e-?mail letter tweet blog_post article speech resume
  cover_letter recipe homework fun_fact facts? rap compliment pitch business_plan
`)
const TOOL = anyOf(`
  tools? apps? generators? editors? writers? assistants? builders? templates? software checkers?
  managers? reviewers? products? launches
`)

/** A work to be made: "write me a poem". */
const MAKING = new RegExp(`\\b${MAKE} (?:\\S+ ){0,4}?${WORK}\\b(?! ${TOOL})`)

/** Something to be done that no ranking does: "translate hello". */
const DOING = new RegExp(
  `^(?:(?:please|can you|could you|will you|would you|hey|hi|ok|i need you to|i want you to|help me|let us|and|also) )*${anyOf(`
    write compose draft translate calculate compute solve draw paint explain define debug fix
    refactor code play sing call text e-?mail send book buy order schedule remind turn_on turn_off hack delete
    repeat_after say count_to convert spell roll flip set_an? set_my set_the wake navigate drive
    summari[sz]e_this summari[sz]e_my summari[sz]e_the_following paraphrase proofread rewrite
    make_me_an? generate_an?
  `)}\\b`,
)

export function isWorkToMake(text: string): boolean {
  return MAKING.test(text)
}

export function isChore(text: string): boolean {
  return DOING.test(text)
}
