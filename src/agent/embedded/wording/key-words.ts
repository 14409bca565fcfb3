import {
  ASKING_WORDS,
  FUNCTION_WORDS,
  POLITE_WORDS,
  PRAISE_WORDS,
  PRODUCT_WORDS,
  RANKING_WORDS,
} from './word-classes.ts'
import { wordSet, words } from './words.ts'

/** The words that decide what is meant: a slip in one of them is put right. */
const KEY_WORDS = words(`
  today tonight yesterday tomorrow weekend weekends fortnight month months monthly quarter quarters
  weekly daily previous monday tuesday wednesday thursday friday saturday sunday
  january february april august september october november december morning evening afternoon
  products product launch launches launched launching trending trendy popular leaderboard ranking
  rankings ranked rated winner winners winning winnings greatest biggest highest hottest voted
  upvoted upvotes votes recent recently newest latest favourite favorites favourites favorite
  between since search searching recommend recommended recommends recommendation
  recommendations suggest suggestion suggestions something anything alternative alternatives
  similar looking confetti celebrate celebrates celebrated celebrating celebration celebrations
  birthday anniversary party hooray congrats congratulations please thank hello timezone
  instead about again instructions released releases release launcher tools weather
  three seven eight eleven twelve fifteen twenty hundred thousand million dozen couple several
  number everything everyone software extension extensions
`)

/** What products are for. A slip here would leave a search without a hit. */
export const SUBJECT_WORDS = words(`
  accountant accounting ads agency agent agents ai analytics android animation api apis audio
  automate automation avatar backup banking billing blog blogging bookkeeping bookmark bookmarks
  bookmarking booking browser budget budgeting budgets business calendar calendars camera caption
  captions carbon chat chatbot chatbots chrome climate cloud code coding collaboration
  community content contract contracts cooking copywriting course courses creator creators crm
  crypto customer dashboard dashboards data database databases dating deploy deployment design
  designer designers desktop developer developers devops devtools diet diary diet document
  documents ecommerce education editing editor editors email emails employee expense expenses
  extension feedback figma finance financial fintech fitness flashcards focus font fonts form
  forms freelance freelancer freelancers gaming gardening github gpt grammar habit habits health
  healthcare hiring hr icons illustration image images inbox insurance interview investing invoice
  invoices invoicing ios journal journaling kanban kids language landing learning legal llm
  localization logo logos mac macos maps marketing markdown medical meditation meeting meetings
  memory mental messaging mindfulness mobile money monitoring movie music networking newsletter
  newsletters notes notetaking note nutrition nocode note notion nutrition observability
  onboarding open-source organizer outreach parenting passwords password payment payments payroll
  pdf pdfs personal pets photo photos photographers photography planner planning plants podcast
  podcasts podcasting podcasters portfolio presentation presentations pricing privacy productivity
  programming project prompt prompts proofreading prototype prototyping publishing qr reading real
  receipt receipts recipe recipes recruiting remote reminder reminders reporting research resume
  resumes retail reviews robotics robots running saas sales schedule scheduling school screen
  screenshot screenshots scraper scraping security seo shopping sleep slack slides social
  spreadsheet spreadsheets startup storage streaming students studying subscription subscriptions
  subtitles summaries support survey surveys sustainability task tasks taxes tax teacher teachers
  team teams templates testing text therapy timer time timesheet timesheets todo todos tracking
  tracker trackers trading transcribe transcribes transcription transcripts translation
  translate travel trip tutor typing ui ux video videos virtual voice vpn wallet wellness web3
  webinar webinars wedding website whiteboard widget widgets windows wireframes workflow workflows
  workout workouts writer writers writing yoga youtube
`)

/** Words that are right as they stand, however near they come. */
const TRUE_WORDS = wordSet(`
  lunch lunches lunched mouth moths north starch sundae toady produce produces produced producer
  producers project projects trading tending treading bending lending spending trendier winter
  winder winners poplar celebrity celebrities calibrate calibrated charter charters ranging raking
  banking ranting weekday weekdays thinks thanks quarters research researching researched
  researcher mornings evenings rating ratings dating party parts parry pantry parting vote voter
  voters relation relax someone somehow anyone anyway somewhat recording recordings reordering
  books looks locking loading cooking similarly planer planners timers tooling toolbox toolkit
  summarize summarise summarizes summarizing summarised summarized saved studio studios image imaged scheduler schedules editorial edition forum format formats
  forums fronts front habitat writer waiting planes plains plan plans planet planets plant reader
  readers learner learners marker markers market markets meting meeting coder coders mailing emailed
  invoicer budgeted noted notice trackers track trader traders traveler traveller travelers
  tasked tester testers texts textile testy health heath healthy monitor monitors monetary designs
  designed developed develops journals journalist photon tutors tutorial tutorials
  persona personas personnel presentation presenter translates translator transcript translated
  reminds reviewer reviewed resumed screens securely shipping chopping socials stream streams
  spreadsheeting subscribe subscriber subscribers supports surveyed team term terms themes theme
  video voices website websites weddings widgets writes written yours recipes recital
  animations animate animated automated automates automating builder converter generator manager
  management customers interviews interviewing interviewer languages launchers invest investor
  investors investment investments moving mover boards notary dairy leaning leaching reaching
  freelancing medication mediation quarterly tools toes tolls stools content contents contest
  contact contacts contract contain contains marketer hunter hinder letters latter later greater
  greatly great voided noted rated rates rats released relented agents agency tunes tuned twelfth
  seventh eighth third thirty sever server servers even event events eleventh eleven heaven
  number numbers member members remember umbrella dozens doze couples coupled couple coupe
`)

const byFirstLetter = new Map<string, string[]>()
for (const word of [...KEY_WORDS, ...SUBJECT_WORDS]) {
  for (const letter of [word.charAt(0), word.charAt(1)]) {
    byFirstLetter.set(letter, [...(byFirstLetter.get(letter) ?? []), word])
  }
}

const known = new Set([
  ...KEY_WORDS,
  ...SUBJECT_WORDS,
  ...TRUE_WORDS,
  ...FUNCTION_WORDS,
  ...POLITE_WORDS,
  ...ASKING_WORDS,
  ...PRODUCT_WORDS,
  ...PRAISE_WORDS,
  ...RANKING_WORDS,
])

/** Words a slip of `typed` may have been meant as, likeliest first; none when it is a word. */
export function candidates(typed: string): readonly string[] {
  return known.has(typed) ? [] : (byFirstLetter.get(typed.charAt(0)) ?? [])
}
