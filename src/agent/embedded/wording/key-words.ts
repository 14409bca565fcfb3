import { words } from './words.ts'

/** The words that decide what is meant, the likeliest first: a slip in one of them is put right. */
export const KEY_WORDS = words(`
  today yesterday tonight tomorrow week weeks month months year years days hours last past previous
  current monday tuesday wednesday thursday friday saturday sunday january february march april june
  july august september october november december weekend weekends fortnight quarter quarters
  monthly weekly daily first second third fourth fifth three four five seven eight nine eleven
  twelve thirteen fifteen twenty thirty forty fifty hundred thousand million dozen couple several
  number what which where when whose there these from until through between since before within
  during this that with about should could would have products product launch launches launched
  launching things thing stuff apps tools trending trendy popular leaderboard ranking rankings
  ranked rated winner winners winning greatest biggest hottest voted upvoted upvotes votes upvoting
  leading leaders leader recent recently newest latest favourite favorites favourites favorite best
  most show give list great everything everyone people search searching find recommend recommended
  recommendation recommendations suggest suggestion suggestions something anything alternative
  alternatives similar looking please thank hello confetti celebrate celebrates celebrated
  celebrating celebration celebrations birthday anniversary party hooray congrats congratulations
  shipped reached passed raised funded promoted finished became landed finally officially crushed
  killed featured engaged graduated acquired milestone excited morning evening afternoon timezone
  instead again instructions released releases release weather history moment
`)

/** What products are for. A slip here would leave a search without a hit. */
export const SUBJECT_WORDS = words(`
  accountant accounting ads agency agent agents ai analytics android animation api apis audio
  automate automation avatar backup banking billing blog blogging bookkeeping bookmark bookmarks
  bookmarking booking browser budget budgeting budgets business calendar calendars camera caption
  captions carbon chat chatbot chatbots chrome climate cloud code coding collaboration community
  content contract contracts cooking copywriting course courses creator creators crm crypto customer
  dashboard dashboards data database databases dating deploy deployment design designer designers
  desktop developer developers devops devtools diet diary document documents ecommerce education
  editing editor editors email emails employee expense expenses extension feedback figma finance
  financial fintech fitness flashcards focus font fonts form forms freelance freelancer freelancers
  gaming gardening github gpt grammar habit habits health healthcare hiring hr icons illustration
  image images inbox insurance interview investing invoice invoices invoicing ios journal journaling
  kanban kids landing language learning legal llm localization logo logos mac macos maps markdown
  marketing medical meditation meeting meetings memory mental messaging mindfulness mobile money
  monitoring movie music networking newsletter newsletters nocode note notes notetaking notion
  nutrition observability onboarding open-source organizer outreach parenting password passwords
  payment payments payroll pdf pdfs personal pets photo photographers photography photos planner
  planning plants podcast podcasters podcasting podcasts portfolio presentation presentations
  pricing privacy productivity programming project prompt prompts proofreading prototype prototyping
  publishing qr reading real receipt receipts recipe recipes recruiting reminder reminders remote
  reporting research resume resumes retail reviews robotics robots running saas sales schedule
  scheduling school scraper scraping screen screenshot screenshots security seo shopping slack sleep
  slides social spreadsheet spreadsheets startup storage streaming students studying subscription
  subscriptions subtitles summaries support survey surveys sustainability task tasks tax taxes
  teacher teachers team teams templates testing text therapy time timer timesheet timesheets todo
  todos tracker trackers tracking trading transcribe transcribes transcription transcripts translate
  translation travel trip tutor typing ui ux video videos virtual voice vpn wallet web3 webinar
  webinars wedding website wellness whiteboard widget widgets windows wireframes workflow workflows
  workout workouts writer writers writing yoga youtube
`)
