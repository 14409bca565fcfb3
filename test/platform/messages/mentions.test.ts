import { describe, expect, it } from 'vitest'
import { mentionsIn, textFor } from '../../../src/platform/messages/mentions.ts'

describe('mentionsIn()', () => {
  it.each([
    ['@helper do it', ['helper']],
    ['<@uid:helper> do it', ['helper']],
    ['@Helper and @HELPER', ['helper']],
    ['@bob, then <@uid:ann>.', ['bob', 'ann']],
    ['mail ann@example.com', []],
    ['@@helper', []],
    ['nobody', []],
  ])('%j mentions %j', (text, uids) => {
    expect(mentionsIn(text)).toEqual(uids)
  })
})

describe('textFor()', () => {
  const nameOf = (uid: string) => uid.toUpperCase()

  it.each([
    ['@helper  show the best', 'show the best'],
    ['show <@uid:helper> the best', 'show the best'],
    ['tell <@uid:bob> of it', 'tell @BOB of it'],
    ['tell @bob of it', 'tell @bob of it'],
    ['two  blanks stay', 'two  blanks stay'],
    ['@helper', ''],
  ])('%j is read by the agent as %j', (text, read) => {
    expect(textFor('helper', text, nameOf)).toBe(read)
  })
})
