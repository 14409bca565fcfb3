import { MARK, TIME } from '../wording/marks.ts'
import { phrases, phrasesSource } from '../wording/phrases.ts'
import { anyOf } from '../wording/words.ts'

/** What launches have nothing to do with. */
const FOREIGN = new RegExp(
  `\\b${anyOf(`
    your_favou?rite weather forecast temperature raining rain snowing snow sunny humidity headlines?
    news stocks?(?!_(?:photos?|images?|footage|videos?)) stock_market bitcoin btc ethereum
    exchange_rate movies? films? netflix songs? albums? singers? actors? actress bands? concerts?
    restaurants? hotels? flights? pizza sushi burgers? dinner lunch breakfast coffee_shops? cafes?
    bars? beach beaches vacation jokes? riddles? poems? haiku lyrics homework horoscope zodiac
    lottery football soccer basketball baseball tennis cricket hockey nba nfl nhl mlb fifa world_cup
    super_bowl olympics? formula_1 grand_prix champions_league premier_league oscars? grammys?
    emmys? election president prime_minister politics politicians? capital_of population
    meaning_of_life universe planets? square_root equation factorial girlfriend boyfriend wife
    husband headache symptoms? medicine disease cancer lottery baby_names? salary home_address
    phone_number credit_card on_tv tv_shows? my_name my_email my_account my_age nearest richest
    tallest fastest speed_of refund the_match the_game the_big_game easter bank_holiday kings?
    religion god celebrity celebrities youtubers? haircut
  `)}\\b`,
)

/** What products may be for, but are not. */
const NO_PRODUCT = new RegExp(
  `\\b${anyOf(`
    series recipes? food doctor lawyer dentist country countries city cities mountains? rivers?
    animals? dogs? cats? phones? laptops? cars? books? novels? university universities college
    colleges teams? players? athletes? war history wine beer gifts? shoes clothes
  `)}\\b`,
)

const CLOCK = phrases(`
  what [is] [the] [current|local|exact] time
  what [is] [the] date|day|year|month [of_the_week] is_it|is_today|now
  what [is] [the] date|day|year|month [of_the_week] $
  ${TIME} date
  date|time|day [is] ${TIME} $
  ^ {so|and} is|was it|this|that|${MARK} [really|already] ${MARK}
`)

const SUMS = [
  /\d ?(?:[+*/x×÷^]|plus|minus|times|divided by|multiplied by) ?\d/,
  /\bwhat is (?:-?\d|\uE200)|\d ?% of|\b(?:squared|cubed)\b/,
]

const LISTED = 'votes|upvotes|comments|points|products|launches|apps|tools|startups|things'
const MEASURE = phrases(`
  how much|far|tall|old|long|fast|deep|high|heavy|hot|cold|wide|big is|are|was|do|does|did|can|to
  how many (?!(\\w+_)?(${LISTED}))\\S+
`)

/** Reasons are not for a ranking to know. */
const WHY = phrases('^ {so|and|but|ok} why|how_come')

/** What products are for. */
const PURPOSE = new RegExp(
  `^(.*${phrasesSource(`
    something|anything|apps?|tools?|products?|software|stuff|launch\\w*|best|top|there|got|crm
    alternatives?
  `)}.*?)\\bfor\\b.*`,
)

const TOPPED = /\btop dogs?\b/

/** Whether a text asks about something else than products; what they are for may be anything. */
export function isForeignSubject(text: string): boolean {
  const subject = text.replace(PURPOSE, '$1').replace(TOPPED, ' ')
  return isForeignTo(text) || NO_PRODUCT.test(subject)
}

/** Whether that is so even where the text says that products are to be searched. */
export function isForeignTo(text: string): boolean {
  const subject = text.replace(PURPOSE, '$1')
  if (FOREIGN.test(subject) || SUMS.some((sum) => sum.test(text))) return true
  return MEASURE.test(text) || WHY.test(text) || CLOCK.test(text)
}
