import { expect, it } from 'vitest'
import { initialsOf } from '../../../src/web/ui/initials.ts'

it.each([
  ['Ada Lovelace', 'AL'],
  ['ada king lovelace', 'AK'],
  ['  Ada ', 'A'],
  ['🚀 launches', '🚀L'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
