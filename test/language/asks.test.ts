import { describe, expect, it } from 'vitest'
import { Ranking } from '../../src/language/answer/ranking-answer.ts'
import { Benchmark } from '../../src/tools/benchmark.ts'
import { ProductDetails } from '../../src/tools/product.ts'
import { type Says, saysJudge } from './judge-says.ts'
import { answerTo, catalogue, tools } from './sample-conversation.ts'

describe('questions about known products', () => {
  it.each<[string[], Says]>([
    [['top 4 last month', 'who of these got the least comments?'], { lead: 'Parlanza' }],
    [['top 4 last month', 'the oldest one please'], { lead: 'Parlanza' }],
    [['top 3 in october', 'tell me about the 2nd one'], { lead: 'Agent Nettle', all: [['1418']] }],
    [['is curlewtest bigger than wordmoth?'], { only: ['Curlewtest', 'Wordmoth'] }],
    [['how many more votes does Curlewtest have than Doodlewick?'], { all: [['251']] }],
    [['when did Curlewtest come out?'], { date: '2026-10-27', only: ['Curlewtest'] }],
    [['which categories is Curlewtest in'], { all: [['Developer Tools']] }],
    [['who came 4th last month'], { named: ['Parlanza'], max: 4 }],
    [['top 3 last month', 'and just finance'], { lead: 'Net Fourteen', max: 3 }],
    [['top 3 in Finance last month', 'drop the category'], { lead: 'Curlewtest', max: 3 }],
    [['how many products came out in October?'], { all: [['253']] }],
    [['top 3 last month', 'which of those have over 1500 votes'], { max: 2, lead: 'Curlewtest' }],
    [['what was the most common topic in October'], { topic: 'Artificial Intelligence' }],
    [['top 3 last month', 'the others'], { named: ['Parlanza'], not: ['Curlewtest'] }],
    [['how did Curlewtest rank last month?'], { rank: [1], max: 1 }],
    [['top 3 last month', 'the best of those by comments'], { lead: 'Curlewtest', max: 1 }],
    [['top 4 last month', 'hide those under 1500 votes'], { max: 2, lead: 'Curlewtest' }],
    [
      ['top 4 last month', 'how far apart are the first two?'],
      { all: [['more votes than']], max: 2 },
    ],
    [['compare Curlewtest, Doodlewick and Wordmoth'], { lead: 'Curlewtest', max: 3 }],
    [['how many launches in October had comments over 100'], { all: [['101']], max: 0 }],
    [['who came 12th last month?'], { all: [['at most 10']], max: 0 }],
    [['how may comments has Curlewtest?'], { only: ['Curlewtest'], all: [['282 comments']] }],
    [['how many votes did Curlewtest get on its first day'], { only: ['Curlewtest'] }],
    [['is 200 votes a lot?'], { all: [['24 hours'], ['as you name no age']] }],
    [['anything like Mothkey?'], { like: 'Mothkey' }],
    [['something like tab funeral'], { like: 'Tab Funeral' }],
    [['how many points has curlewtest?'], { all: [['1893 votes']], only: ['Curlewtest'] }],
    [['most discussed launches in october? top 2'], { list: ['Curlewtest', 'Wordmoth'] }],
    [['do Doodlewick and Wordmoth share a topic?'], { all: [['no topic in common']], max: 2 }],
    [
      ['is finance more popular than games in october?'],
      { all: [['Finance (October'], ['Games (October']], max: 0 },
    ],
    [
      ['more launches in october than in september?'],
      { all: [['253 launches (October'], ['more launches in the']], max: 0 },
    ],
    [
      ['how many launched in october?', 'and in finance?'],
      { all: [['launches in Finance (October']], max: 0 },
    ],
    [
      ['which day had the most launches in october?'],
      { all: [['of 253 launches'], ['On average 8.2 a day']], max: 0 },
    ],
    [['what weekday do most products launch on'], { all: [['launches in all']], max: 0 }],
    [['top 3 last month', 'without the first'], { list: ['Agent Nettle', 'Wordmoth'] }],
    [['top 3 last month', 'leave out the ai ones'], { list: ['Curlewtest', 'Wordmoth'] }],
    [
      ['top 5 last month', 'gap between the 2nd and 4th'],
      { only: ['Agent Nettle', 'Parlanza'], all: [['171']] },
    ],
    [
      ['compare the first of the last 3 saturdays with Curlewtest'],
      { only: ['Curlewtest', 'Third Shelf'] },
    ],
    [
      ['what share of the votes on the last 3 saturdays does Third Shelf have'],
      { all: [['of 12 launches']] },
    ],
    [['who is the ceo of Curlewtest'], { cannot: true }],
    [['which launch is the funniest'], { cannot: true }],
    [['when did the winner of last month launch?'], { date: '2026-10-27', only: ['Curlewtest'] }],
    [['when did Curlewtest launch and how many votes has it?'], { all: [['1893'], ['27']] }],
    [['other apps like Curlewtest'], { like: 'Curlewtest' }],
    [['top 3 last month', 'do they have an ios app?'], { cannot: true }],
    [['4th to 6th last month'], { named: ['Parlanza'], not: ['Wordmoth'], max: 3 }],
    [['top 3 last month', 'places 4 to 6'], { named: ['Parlanza'], not: ['Wordmoth'], max: 3 }],
    [['what came out most recently?'], { all: [['the newest of']], max: 1 }],
    [['top 3 on november 20', 'and the day after?'], { all: [['November 21']] }],
    [['top 3 today', 'and the day after?'], { all: [['not launched yet']], max: 0 }],
    [
      ['more launches on mondays than on sundays in october?'],
      { all: [['on Mondays'], ['more launches on Mondays'], ['of 253 launches']], max: 0 },
    ],
    [
      [
        'top 3 last month',
        'tell me about Tenantry',
        'and Clayfeet',
        'which of the two has more votes?',
      ],
      { lead: 'Clayfeet', only: ['Clayfeet', 'Tenantry'] },
    ],
    [['bottom 3 of last month'], { all: [['fewest votes of 253']], not: ['Curlewtest'] }],
    [['bottom 3 of october'], { all: [['fewest votes of 253']], not: ['Curlewtest'] }],
    [['tell me about Curlewtest', 'and Kettle of Posts'], { lead: 'Kettle of Posts', rank: [1] }],
    [['who is number 9 in finance last week'], { all: [['5 launches in all']], max: 0 }],
    [['are 40 votes after 600 hours good?'], { all: [['1 to 168 hours']], max: 0 }],
    [
      ['launches with over one and a half thousand votes in october'],
      { all: [['1,501']], lead: 'Curlewtest' },
    ],
    [['how many launches in october got more than three hundred votes?'], { all: [['301']] }],
    [['What is Launchboard?'], { all: [['I am Launchboard']], max: 0 }],
    [['newest 3 launches'], { all: [['the newest of']] }],
    [['which product had the most votes in its first hour'], { cannot: true, max: 0 }],
    [['what rank was Tenantry at midnight'], { cannot: true, max: 0 }],
    [
      ['which was the best Monday launch of this month?'],
      { lead: "Nitpicker's Rest", max: 1, all: [['Mondays, November 2 to 23']] },
    ],
    [['most discussed Monday launch in October'], { lead: 'Wordmoth', all: [['of 37 launches']] }],
    [['who won yesterday before 8:30 am?'], { all: [['00:00 to 08:30']] }],
    [
      ['top 4 in October by comments', 'by votes again'],
      { list: ['Curlewtest', 'Agent Nettle', 'Wordmoth', 'Parlanza'] },
    ],
    [['oldest three launches of November'], { lead: 'Funnelweb', max: 3 }],
    [['what is First Ten Chairs?'], { lead: 'First Ten Chairs', all: [['Recruiting']] }],
    [["who is Gran's Tin"], { lead: "Gran's Tin", all: [['Food & Drink']] }],
    [['when did Mise en Phone launch'], { all: [['at 07:30']] }],
    [
      ['We launched Kettle of Posts on Monday. How are we doing?'],
      { lead: 'Kettle of Posts', all: [['#1 of 9']] },
    ],
    [
      ['I launched Letterloft today, how are we doing?', 'how many votes behind the first are we?'],
      { all: [['31 votes behind']] },
    ],
    [['combined votes of Minutia and Thistle?'], { all: [['2368 votes']] }],
    [['top 3 developer tools last week', 'give me all topics'], { lead: 'Interpretta' }],
    [['tell me about Slow Trains', 'how did its votes develop?'], { only: ['Slow Trains'] }],
    [['how many votes do I need to be in the top 5 today?'], { all: [['49 votes for #5']] }],
    [
      ['who won each day last week', 'which of those got the most votes?'],
      { lead: 'Interpretta', all: [['of the seven']] },
    ],
    [
      ['anything for parents?', 'launched this month?'],
      { all: [['parents'], ['whatever their date']], not: ['Doodlewick'] },
    ],
    [['top 5 last week', 'which of those launched first?'], { lead: 'Legacy Whisperer', max: 1 }],
    [['how many comments do the top 2 of last month have combined?'], { all: [['474 comments']] }],
    [['top 3 in design tools last month', 'not just design tools'], { lead: 'Curlewtest' }],
    [['last place yesterday'], { lead: 'Off Season', max: 1 }],
    [['tell me about Flashcardigan', 'and versus Underlinen?'], { all: [['13 more']] }],
    [['what is all that confetti about?'], { all: [['Confetti celebrates']], max: 0 }],
    [['make it shorter'], { all: [['did not understand']], max: 0 }],
    [['worst product last week', 'second worst?'], { all: [['the second fewest votes of 58']] }],
    [['how many launched in October?', 'most discussed one?'], { all: [['of 253 launches']] }],
    [
      ['top 3 in October', 'and number 4?', 'what about the month after?'],
      { all: [['#4: November 2026'], ['**4.**']], max: 1 },
    ],
    [['top 3 today', 'sum of votes of all nine?'], { all: [['The nine have']] }],
    [
      ['top 5 last week', 'how many votes do the top 3 have together?'],
      { all: [['The three have']] },
    ],
    [
      ['products with over 1000 votes this month', 'the ones with less than 100 comments?'],
      { all: [['at most 99 comments and at least 1,001 votes']] },
    ],
    [
      ['which topic has the most launches this month?', 'top 3 in that topic'],
      { all: [['in Artificial Intelligence: this month']], not: ['Slow Trains'] },
    ],
    [['when did Rep Sheet overtake Letterloft?'], { all: [['cannot tell when one passed']] }],
    [['top 10 in October', 'skip the first five'], { all: [['#6 to #10']], not: ['Curlewtest'] }],
    [['top 0 yesterday'], { all: [['a whole number']], max: 0 }],
    [['top -3 yesterday'], { all: [['a whole number']], max: 0 }],
    [['top three and a half yesterday'], { all: [['a whole number']], max: 0 }],
    [['who will win today?'], { all: [['I cannot predict']], lead: 'Rep Sheet' }],
    [
      ['when did Curlewtest launch?', 'in Berlin time'],
      { all: [['(Berlin time)']], only: ['Curlewtest'] },
    ],
    [['what time did Curlewtest launch in Tokyo?'], { all: [['(Tokyo time)']] }],
    [['chart votes for Curlewtest'], { all: [['at the end of its launch day']] }],
    [['chart Curlewtest', 'and for Wordmoth?'], { lead: 'Wordmoth', only: ['Wordmoth'] }],
    [
      ['top 3 last month', 'swap the order'],
      { list: ['Wordmoth', 'Agent Nettle', 'Curlewtest'], all: [['fewest votes of the three']] },
    ],
    [
      ['top 3 in Finance last month', 'only the ones with over 100 votes'],
      { all: [['in Finance']], not: ['Curlewtest'] },
    ],
    [
      ['how many of last week’s top ten were AI?', 'which ones?'],
      { list: ['Interpretta', 'Clapperjack', 'Legacy Whisperer', 'Resumé Rescue'] },
    ],
    [['of yesterday’s top three, which one launched earliest?'], { all: [['of the three']] }],
    [['which of the top 10 this month are not AI?'], { lead: 'Slow Trains', not: ['Doodlewick'] }],
    [
      ['products with between 200 and 300 votes last week', 'more than 500', 'how many are that?'],
      { all: [['8 launches with at least 501 votes']], max: 0 },
    ],
    [
      ['has anything broken 1000 votes this month?', 'which one has the most comments?'],
      { lead: 'Doodlewick', all: [['of 8 launches']] },
    ],
    [
      ['launches since Monday', 'how many are there?', 'which of them are about health?'],
      { all: [['3 launches in Health']], lead: 'Rep Sheet' },
    ],
    [['launches of the last three days', 'the five best of them'], { all: [['Top 5']] }],
    [
      ['how many AI products launched this month?', 'which is the best of them?', 'and the worst?'],
      { lead: 'Meterbird', all: [['of 35 launches']] },
    ],
    [['worst product last week', 'second worst?'], { all: [['second fewest votes of 58']] }],
    [
      ['which day of last week had the most launches?', 'and the fewest?'],
      { all: [['Sunday, November 22 has the fewest']], max: 0 },
    ],
    [
      ['top 3 yesterday', 'which has the most comments?', 'and the fewest?'],
      { lead: 'Tenantry', all: [['fewest comments']] },
    ],
    [['fewest comments today', 'oldest today'], { all: [['the oldest of 9']], max: 1 }],
    [['top 5 on november 13', 'do they all have AI?'], { all: [['Two of the five']], max: 2 }],
    [
      ['AI or finance: which had more launches last week?', 'which had more votes?'],
      { all: [['3346 more votes']], max: 0 },
    ],
    [['launches on Saturday', 'and Sunday?', 'which day was better?'], { all: [['309 more']] }],
    [
      ['how many votes did all products get yesterday?', 'more than the day before?'],
      { all: [['800 votes'], ['more votes in the second']], max: 0 },
    ],
    [['how many votes did AI launches get last week in total?'], { all: [['4395 votes']] }],
    [['how many votes did clapperjack get in total?'], { only: ['Clapperjack'] }],
    [['compare AI with Finance last week'], { all: [['12 launches'], ['5 launches']], max: 0 }],
    [['which topic had the fewest launches last week?'], { all: [['20 most common topics']] }],
    [['which topic did best last week?'], { all: [['the most votes of 58']], max: 0 }],
    [['who did not make the top 5 yesterday?'], { lead: 'Feedback Fridge', all: [['at most 10']] }],
    [
      ['did any finance product make the top 5 last week?'],
      { all: [['None of the five']], max: 0 },
    ],
    [['top 5 last week', 'leave out Monday'], { all: [['last week'], ['cannot leave days out']] }],
    [
      ['top 10 last week', 'how many of those are AI?', 'which ones?'],
      { list: ['Interpretta', 'Clapperjack', 'Legacy Whisperer', 'Resumé Rescue'] },
    ],
    [
      ['how many launches in design last month?', 'how many votes did they get?'],
      { all: [['1617']] },
    ],
    [
      ['average votes of AI launches last week', 'and of finance?'],
      { all: [['5 launches in Finance']] },
    ],
    [['number one of each day last week'], { all: [['November 16'], ['November 22']], max: 7 }],
    [['did any AI product win a day last week?'], { all: [['Three of the seven']], max: 3 }],
    [['products about both AI and design this month'], { all: [['Top 2']], lead: 'Doodlewick' }],
    [['top 3 per topic last week'], { all: [['not told topic by topic']] }],
    [['ping me when Tenantry wins'], { cannot: true, all: [['POST /api/watches']] }],
    [['Kettle of Posts', 'link?'], { only: ['Kettle of Posts'] }],
    [["Must Could Won't"], { lead: "Must Could Won't", all: [['619 votes']] }],
    [['hw many votes did clapperjak get'], { only: ['Clapperjack'], all: [['1046']] }],
    [['Good evening! Somebody named Heretofore, what is it?'], { lead: 'Heretofore' }],
    [['Hello, I have never seen this site. What is it?'], { all: [['I rank launches']], max: 0 }],
    [['top 3 last month', 'are you sure?'], { all: [['source']], max: 0 }],
    [['top 3 last month', 'why?'], { all: [['votes']], max: 0 }],
    [['top 3 last month', '2'], { lead: 'Agent Nettle', rank: [2] }],
    [['top 3 last month', '2 and 3'], { named: ['Agent Nettle', 'Wordmoth'] }],
    [['top 3 last month', 'which of them use AI?'], { list: ['Agent Nettle'] }],
    [['top 3 last month', '543'], { all: [['place of the list']], max: 0 }],
    [['which topics are there?'], { topic: 'Artificial Intelligence', all: [['(37)']], max: 0 }],
    [['top 3 last month', 'only fintech'], { all: [['Similar topics: Finance']], max: 0 }],
    [['which product has 1893 votes?'], { list: ['Curlewtest'] }],
    [['I saw an app about trains, what was its name?'], { lead: 'Slow Trains' }],
    [['find something for my garden', 'anything else?'], { all: [['at most 10']], max: 0 }],
    [['did anyone launch a dating app?'], { all: [['no product for']], max: 0 }],
    [['which launch came at noon yesterday?'], { cannot: true, none: ['price'] }],
    [['remind me when Tenantry reaches 500 votes'], { all: [['POST /api/watches']], max: 0 }],
    [['send me the best launches every evening'], { all: [['POST /api/watches']], max: 0 }],
    [['notify us once Tenantry is overtaken'], { all: [['POST /api/watches']], max: 0 }],
  ])('%j', async (turns, says) => {
    const { leaderboard } = await catalogue.current()
    const text = await answerTo(turns)
    expect({ text, isRight: saysJudge(leaderboard.products)(text, says) }).toEqual({
      text,
      isRight: true,
    })
  })
})

describe('questions of a launch day', () => {
  const read = async (name: string, input: unknown) => {
    const { input: schema, run: answer } = tools.find((tool) => tool.name === name)!
    return answer(schema.parse(input))
  }

  async function tenantry() {
    const product = await read('getProduct', { product: 'Tenantry' })
    return ProductDetails.parse(product)
  }

  it('what rank?', async () => {
    const { ranks } = await tenantry()
    expect(await answerTo(['what rank is Tenantry?'])).toContain(
      `#${ranks.day!.rank} of ${ranks.day!.of} on its day`,
    )
  })

  it.each([
    [['how is Tenantry doing against the top 5?']],
    [['tell me about Tenantry', 'how is my launch doing against the top 5?']],
  ])('%j', async (turns) => {
    const { ranks, leaders, pace } = await tenantry()
    const text = await answerTo(turns)
    expect(text).toContain(`#${ranks.day!.rank} of ${ranks.day!.of} on its day`)
    expect(text).toContain(`It takes ${ranks.day!.votesToNext} more vote`)
    expect(text).toContain(`${pace!.perHour} vote`)
    expect(leaders.filter(({ name }) => !text.includes(name))).toEqual([])
  })

  it.each([
    [['how many votes does Tenantry need for the top 5?'], 5],
    [['tell me about Tenantry', 'how many votes do I need for first place?'], 1],
  ])('%j', async (turns, place) => {
    const { votesNeeded } = (await tenantry()).leaders[place - 1]!
    const needs = `needs ${votesNeeded} more votes for #${place}`
    const isThere = `is in the first ${place}`
    expect(await answerTo(turns)).toContain(votesNeeded === 0 ? isThere : needs)
  })

  it.each([
    [['when did Tenantry pass 100 votes?'], 100],
    [['when did tenantry reach 100 votes?', 'and 60?'], 60],
    [['tell me about Tenantry', 'how long did it take to get 100 votes?'], 100],
  ])('the hour of %j', async (turns, votes) => {
    const { votesByHour } = await tenantry()
    const hour = votesByHour!.findIndex((count) => count! >= votes)
    expect(await answerTo(turns)).toContain(`reached ${votes} votes in hour ${hour} after`)
  })

  it('that votes were not reached', async () => {
    expect(await answerTo(['has Tenantry passed 90000 votes?'])).toContain('has not reached')
  })

  it('the votes of an hour, and how fast they come', async () => {
    const { votesByHour, pace } = await tenantry()
    const text = await answerTo(['how many votes did Tenantry get in its first hour?'])
    expect(text).toContain(`had ${votesByHour![1]} votes after 1 hour`)
    const later = await answerTo(['how many votes had Tenantry after 3 hours?'])
    expect(later).toContain(`had ${votesByHour![3]} votes after 3 hours`)
    expect(await answerTo(['how many votes had Tenantry after 70 hours?'])).toContain('cannot tell')
    expect(await answerTo(['how fast is Tenantry growing?'])).toContain(`${pace!.perHour} vote`)
  })

  it.each([['how far from number 1 is Tenantry?'], ['how close is Tenantry to first place?']])(
    '%s',
    async (question) => {
      const { votesNeeded } = (await tenantry()).leaders[0]!
      expect(await answerTo([question])).toContain(`needs ${votesNeeded} more votes for #1`)
    },
  )

  it('a name of plain words, on its own day', async () => {
    const text = await answerTo(['how many votes does Kind Regards need for the top 5?'])
    expect(text).toContain('Kind Regards')
    expect(text).toContain('is in the first 5 of its day')
  })

  it('without a product, what a place takes today, or which product is meant', async () => {
    const today = await read('getTopProductsByTimeframe', { timeframe: 'today', limit: 5 })
    const { votesCount } = Ranking.parse(today).posts[4]!
    const text = await answerTo(['how many votes do I need for the top 5?'])
    expect(text).toContain(`It takes ${votesCount! + 1} votes for #5`)
    expect(await answerTo(['how is my launch doing against the top 5?'])).toContain(
      'Which product?',
    )
  })

  it('whether votes are many for an age', async () => {
    const usual = Benchmark.parse(await read('getBenchmark', { hours: 6, votes: 40 }))
    const text = await answerTo(['is 40 votes after 6 hours good?'])
    expect(text).toContain(
      `40 votes after 6 hours are more than ${usual.percentile} % of launches had: half of ${usual.compared}`,
    )
    const { benchmark } = await tenantry()
    expect(await answerTo(['is Tenantry doing well for its age?'])).toContain(
      `more than ${benchmark!.percentile} % of ${benchmark!.compared} launches`,
    )
  })
})
