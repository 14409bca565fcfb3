import { anyOf } from '../wording/words.ts'

const SECRETS = anyOf(
  'api_keys? access_tokens? tokens? secrets? credentials environment_variables? env_variables? env_file passwords',
)
const MANAGED = anyOf('manager tool app apps rotation vault generator management scanner')

/** Attempts to turn the assistant into something else, or to make it tell what it should not. */
const PATTERNS = [
  new RegExp(
    `\\b(?:ignore|disregard|forget|override|bypass|skip) (?:\\w+ ){0,4}?${anyOf(`
      instructions? prompts? rules? guidelines directions restrictions training programming
      constraints everything above
    `)}\\b`,
  ),
  new RegExp(
    `\\b(?:system|initial|hidden|developer|original|secret|your|internal) ${anyOf(`
      prompts? instructions? rules guidelines message source_code configuration config
    `)}\\b`,
  ),
  new RegExp(
    `\\b(?:show|print|reveal|leak|dump|give|tell|share|send|expose|output|what is|what are) (?:\\w+ ){0,3}?${SECRETS}\\b(?! ${MANAGED})`,
  ),
  new RegExp(
    `\\b${anyOf(`
      you_are_now from_now_on act_as pretend_to pretend_you pretend_that role_?play jail_?break
      developer_mode dan_mode do_anything_now
    `)}\\b`,
  ),
  /<script|\bdrop table\b|\bselect \* from\b|\brm -rf\b|\bsudo\b/,
]

export function isAboutInstructions(text: string): boolean {
  return PATTERNS.some((pattern) => pattern.test(text))
}
