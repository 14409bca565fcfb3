import { describe, expect, it } from 'vitest'
import { withoutNames } from '../../../src/language/normalise/names.ts'

describe('withoutNames()', () => {
  it.each([
    ['hey Claude, top 5 today', 'hey, top 5 today'],
    ['Hi all! top 5 today', 'Hi! top 5 today'],
    ['Kate here, top 5 today', 'top 5 today'],
    ['Hi, this is Omar. Top 5 today', 'Top 5 today'],
    ['my name is Priya, top 5 today', 'top 5 today'],
    ['for Kate: top 5 today', 'top 5 today'],
    ['Sven asked me: top 5 today', 'top 5 today'],
    ['Jane wants to know: top 5 today?', 'top 5 today?'],
    ['top 5 today (Kate asks)', 'top 5 today'],
    ['top 5 today cc Kate', 'top 5 today'],
    ['top 5 today. Thanks, Dana', 'top 5 today. Thanks'],
    ['top 5 today.\n\nBest regards,\nDr. Okafor', 'top 5 today.'],
    ['top 5 today, please. Sincerely, Jane Doe', 'top 5 today, please.'],
    ['top 5 today - Kate', 'top 5 today'],
    ['top 5 today\n\nKate', 'top 5 today'],
  ])('%j', (message, expected) => {
    expect(withoutNames(message)).toBe(expected)
  })

  it.each([
    `ab cd${'\n'.repeat(990)}!`,
    `ab cd. best${'\n'.repeat(980)}!`,
    `ab cd${' \n'.repeat(490)}!`,
    `${'thanks, '.repeat(120)}!`,
  ])('takes no longer on hostile text (%#)', (message) => {
    expect(withoutNames(message)).toBe(message.replace(/\s\s+/g, '\n\n'))
  })

  it.each([
    'hey Tokyo, top 5 today',
    "it's Friday, top 5 please",
    "I'm sorry, top 5 today",
    'alternatives to Notion, Figma',
    'top 5 today, best, please',
    'for invoices: a tool',
    'top 5 today - pacific',
    'Notion - Figma',
    'is anybody here, top 5?',
  ])('leaves what is none: %j', (message) => {
    expect(withoutNames(message)).toBe(message)
  })
})
