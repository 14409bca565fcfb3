import { describe, expect, it } from 'vitest'
import { answerTo } from './sample-conversation.ts'

/** The answer without the addresses of its links. */
async function plainAnswer(turns: readonly string[]) {
  return (await answerTo(turns)).replace(/\]\([^)]*\)/g, ']')
}

describe('a field alone is of the product that was spoken of', () => {
  it.each([
    [['Rep Sheet', 'comments?'], '[Rep Sheet] has 44 comments.'],
    [['thistle', 'rank'], '[Thistle] ranks #1 of 13 on its day'],
    [['We launched Quotanical today', 'what is our link?'], 'link to [Quotanical]'],
    [['who founded Doodlewick?', 'ok, its votes then'], '[Doodlewick] has 1,642 votes.'],
    [['top 3 last week', 'price'], 'I cannot tell.'],
    [['Sitter Circle rank', 'of the month?'], '[Sitter Circle] ranks #190 of 206 in its month.'],
    [['top 5 two weeks ago', 'the third?', 'and the one after it?'], '[Brollywise]'],
    [['who was number 4 on November 12?', 'what about the day after?'], '- **4.** [Old'],
    [['best app for habits', 'the second'], '[Pull Request Hour] — 51 votes'],
  ])('%j', async (turns, answer) => {
    expect(await plainAnswer(turns)).toContain(answer)
  })
})

describe('two products', () => {
  it.each([
    [['Rep Sheet vs Letterloft', 'by how many votes?'], '[Rep Sheet] has 31 more votes than'],
    [
      ['Who came second on Monday?', 'how many votes behind the winner was it?'],
      '[Kettle of Posts] has 47 more votes than [Stiles & Benches]',
    ],
    [['Is Slow Trains better than Thistle?', 'and than Doodlewick?'], '1,642 against 1,507'],
    [['did Quietcount or Sheepish win November 16?', 'by how much?'], '503 against 497'],
    [
      ['which launched first, Interpretta or Clapperjack?', 'which of them got more comments?'],
      '[Interpretta] has the most comments of the two: 169',
    ],
    [
      ['compare Slow Trains and Doodlewick', 'which was faster?'],
      '[Doodlewick] had 117 votes after 1 hour',
    ],
    [
      [
        'I launched Two-Line Landing today',
        'how far behind Letterloft are we?',
        'and what is our rank?',
      ],
      '[Two-Line Landing] ranks #3',
    ],
    [['tell me about Thistle', 'and Minutia', 'which one grew faster?'], '[Minutia] had'],
    [['did Thistle and Brollywise launch on the same day?'], 'Both launched on the same day'],
    [['last Saturday vs last Sunday: which had the higher winner?'], '265 against 251'],
    [
      ['compare Rep Sheet and Letterloft', 'same topics?', 'how many votes apart?'],
      'has 31 more votes',
    ],
    [['compare Rep Sheet and Letterloft', 'same topics?'], 'They have no topic in common'],
    [['how do Thistle and Minutia compare in comments?', 'and in votes?'], '1,294 against 1,074'],
    [
      ['top 5 yesterday', 'how far ahead was the winner?', 'and how far behind is the fifth?'],
      '[Handshake Drawer] has',
    ],
    [['compare Thistle with the winner of last week'], '1,188 against 1,074'],
    [
      ['Thistle', 'how does it compare to the most popular product?', 'comments?'],
      '[Thistle] has 192 comments',
    ],
    [['i launched Rep Sheet', 'how far ahead of letterloft are we?'], '543 against 512'],
  ])('%j', async (turns, answer) => {
    expect(await plainAnswer(turns)).toContain(answer)
  })
})

describe('where a launch stands', () => {
  it.each([
    [
      ['did Tenantry win yesterday?'],
      'No: [Tenantry] is #2 of 11 on its day. #1 is [Handshake Drawer]',
    ],
    [['did Tenantry win yesterday?', 'who did, then?'], '1. [Handshake Drawer]'],
    [['did Tenantry win on Monday?'], 'No: it is not of that time.'],
    [
      ['Who beat Clapperjack last week?'],
      'Right above it is [Interpretta] with 1,188 votes, 142 more.',
    ],
    [['Who beat Clapperjack last week?', 'and who did Clapperjack beat?'], 'ahead of 56.'],
    [
      ['is Metronomicon in the top 5?', 'who is right above us?'],
      '[Two-Line Landing] with 93 votes, 42',
    ],
    [
      ["who's catching up with Rep Sheet today?"],
      'Next is [Letterloft]: 4 votes an hour, 31 votes behind.',
    ],
    [['Is Letterloft closing in on Rep Sheet?'], 'No: [Letterloft] is 31 votes behind'],
    [['Rep Sheet', 'is it rising?'], 'is speeding up: it gains 256 votes an hour'],
    [['Is Interpretta rising or is it slowing down?'], 'is no longer rising'],
    [['who came right after Kettle of Posts on Monday?'], 'Right below it is [Stiles & Benches]'],
    [['Letterloft', 'who is ahead of it?', 'and below?'], 'Right below it is [Two-Line Landing]'],
    [['Rep Sheet', 'how many votes ahead of the second is it?'], '31 votes ahead of [Letterloft]'],
    [
      ['How much does Interpretta cost?', 'is there something similar?'],
      'a topic with [Interpretta]',
    ],
    [['what is our rank?'], 'Which product?'],
    [['which product has the best ratio of comments to votes last week?'], 'I cannot tell.'],
    [
      ['Doodlewick', 'is it the best of the month?'],
      'Yes: [Doodlewick] is #1 of 206 in its month.',
    ],
    [['how long will it take Letterloft to catch up?'], 'I cannot tell.'],
    [['did Thistle make the top 3 in its week?'], 'Yes: [Thistle] is #3 of 56 in its week.'],
    [['did Rep Sheet come first today?', 'by how much?'], 'with 512 votes, 31 fewer'],
    [
      ['We launched Two-Line Landing', 'which launch got more comments than us today?'],
      '2 launches with at least 16 comments (today',
    ],
    [['who has 512 votes today?'], '1 launch with 512 votes (today'],
    [['how many votes to beat Rep Sheet'], 'It takes 544 votes to pass [Rep Sheet]'],
    [['does Letterloft have more comments than votes?'], '512 votes and 77 comments'],
    [['how many days has Hearthly been out?'], 'out for 24 days'],
    [
      ["what share of yesterday's votes did the winner get?"],
      '[Handshake Drawer] has 33 % of the votes',
    ],
    [['who won last week?', "what share of the top 5's votes did it get?"], 'of 4,'],
  ])('%j', async (turns, answer) => {
    expect(await plainAnswer(turns)).toContain(answer)
  })
})

describe('a message in two parts is answered in both', () => {
  it.each([
    [
      ['who won last week, and how far ahead was the winner?'],
      ['Top product: last week', '142 more votes than'],
    ],
    [['top 3 yesterday and when did the first launch?'], ['3. ', '[Handshake Drawer] launched on']],
    [
      ['top 3 last week and how many launches were there?'],
      ['3. ', 'There are 58 launches (last week'],
    ],
    [['how many launched yesterday and who won?'], ['There are 11', 'Top product: yesterday']],
    [
      ['what is Minutia and how did it rank?'],
      ['Meeting transcription', '[Minutia] ranks #1 of 4'],
    ],
    [
      ['what was the top launch on Friday and what is it about?'],
      ['Friday, Nov', 'AI video editor'],
    ],
    [
      ['how many votes does Thistle have and how many does Minutia have?'],
      ['[Thistle] has 1,074', '[Minutia] has 1,294'],
    ],
    [['what is Thistle, and who makes it?'], ['Plain text notes', 'I cannot tell.']],
    [
      ['top 5 last week, and which of them has the most comments?'],
      ['5. ', 'most comments of the five'],
    ],
    [
      ['which product got the most comments last week and when did it launch?'],
      ['[Interpretta] has the most comments of 58', '[Interpretta] launched on'],
    ],
    [
      ['i launched Letterloft, how are we doing and who is above us?'],
      ['#2 of 9', 'Right above it'],
    ],
  ])('%j', async (turns, answers) => {
    const text = await plainAnswer(turns)
    expect(answers.filter((answer) => !text.includes(answer))).toEqual([])
  })
})
