import { phrases } from '../wording/phrases.ts'

const RULES = [
  'instructions?|prompts?|rules?|guidelines|directions|restrictions|training|programming',
  'constraints',
].join('|')
const SECRETS = [
  'api_keys?|access_tokens?|tokens?|secrets?|credentials|env(ironment)?_variables?|env_file',
  'passwords',
].join('|')

/** Attempts to turn the assistant into something else, or to make it tell what it should not. */
const ATTEMPT = phrases(`
  ignore|disregard|forget|override|bypass|skip|repeat ... ${RULES}|everything|above
  system|initial|hidden|developer|original|secret|your|internal ${RULES}|message|source_code
  system|hidden|developer|secret|your|internal config(uration)?
  show|print|reveal|leak|dump|give|tell|share|send|expose|output|what_is|what_are ... ${SECRETS}
  give|show|dump|print ... source_code
  you_are_now|from_now_on|act_as|pretend_to|pretend_you|pretend_that|do_anything_now
  role_?play|jail_?break|developer_mode|dan_mode
  drop_table|select_\\*_from|rm_-rf|sudo
`)

/** A product that keeps such things: "password manager". */
const KEEPER = phrases(
  `${SECRETS} manager|managers|tool|tools|app|apps|rotation|vault|generator|management|scanner`,
)

export function isAboutInstructions(text: string): boolean {
  return (ATTEMPT.test(text) && !KEEPER.test(text)) || text.includes('<script')
}
