import { wordSet } from './words.ts'

/** Words that only hold a sentence together. */
export const FUNCTION_WORDS = wordSet(`
  a an the this that these those it its they them their he she his her we us our ours i me my mine
  you your yours who whom whose what which when where why how is are was were be been being am do
  does did done doing have has had having can could will would shall should may might must ought to
  of in on at by for from with without about as into onto over under than then so too very just only
  even also or and but not no yes if because while there here such some any each every all both
  other another more most less least own same up out down off again ever never always still yet
  already really quite pretty rather much many lot lots few kind sort around between during within
  across through per via vs versus plus minus etc else ones one whatever whichever anyone anybody
  someone somebody everyone everybody nobody nothing something anything everything maybe exactly
  precisely roughly approximately now half two three four five six seven eight nine ten back per
  perhaps possibly probably definitely actually basically honestly literally like mean guess think
  thought thinking wonder wondering curious until till since near
`)

/** Words that are there for the sake of the person who is asked. */
export const POLITE_WORDS = wordSet(`
  please thanks thank hello hi hey hiya heya howdy yo sup cheers sorry excuse pardon kindly dear bot
  buddy dude man mate bro guys fam lads launchboard ok okay alright well um uh hmm hm ah oh eh haha
  lol btw tbh asap fyi imo quick quickly able possible know appreciate appreciated hope hoping
  trying try wish want wanted wants wanting need needed needs going today instead sir madam bye
  welcome anyway happen love lovely nope nah yep yeah yup
`)

/** Words for asking; they say that something is looked for, but not what. */
export const ASKING_WORDS = wordSet(`
  launched launching released releasing search searching searched find finding finds look looking
  looks lookup recommend recommended recommending recommends recommendation recommendations suggest
  suggested suggesting suggestion suggestions show showing shows give giving tell telling bring
  fetch pull browse see seeing got get getting seek seeking hunting lets let allow allows enable
  enables use using used useful works work working help helps helped helping worth existing exists
  exist related similar alike resembling regarding concerning involving called named alternative
  alternatives replacement substitute competitor competitors make makes making check
`)

/** Words for what launches. They say nothing of its kind where no other noun follows. */
export const PRODUCT_WORDS = wordSet(`
  product products launch launches app apps application applications tool tools software thing
  things stuff solution solutions platform platforms program programs service services item items
  post posts release releases project projects startup startups company companies site sites website
  websites entry entries option options pick picks choice choices gem gems newcomer newcomers
  contender contenders result results hit hits offering offerings space category field area sector
  industry niche scene realm domain drop drops listing listings maker makers submission submissions
  one ones
`)

/** Words of praise, which search nothing. */
export const PRAISE_WORDS = wordSet(`
  top best greatest biggest hottest coolest finest highest leading trending trendy trendiest popular
  hot new newest latest fresh recent good great nice cool better awesome amazing decent solid
  excellent favourite favourites favorite favorites interesting handy fun perfect fantastic reliable
  known famous notable loved liked upvoted voted hyped exciting innovative impressive successful
  brand absolute overall current must hidden outstanding legendary ultimate rated big biggest decent
  proper modern most much really super #1 ranked performing scoring discussed talked
`)

/** What else may stand beside a ranking without narrowing it to a subject. */
export const RANKING_WORDS = wordSet(`
  leader leaders leaderboard leaderboards ranking rankings rank ranks trend trends popularity winner
  winners winning won win wins hype buzz buzzing viral commented viewed downloaded standout
  standouts charts chart podium champion champions number first place runner hall fame highlights
  highlight crown lit fire popping poppin crushing crushed killing killed dominated dominating ruled
  ruling topped blew blowing took taking taken going go gone king kings queen star stars superstar
  rising goat single launched launching released releasing shipped shipping dropped dropping came
  coming come debuted debut appeared posted published featured featuring list listed added announced
  introduced unveiled live went received made happened happening occurred trended vote votes voting
  upvote upvotes points comments score scores rating ratings like likes loves loving people folks
  users community crowd internet web world table markdown bullet bullets order ordered sorted format
  english brief short detail details detailed general total catalogue catalog database data board
  producthunt ph day days week weeks weekly daily monthly month months year years date dates period
  range timeframe round race spot title medal gold link links url urls names name tagline taglines
  description descriptions info information numbers count counts stats far early late moment
  checking try trying watch follow explore miss missed buy download install newsletter blog tweet
  article meeting report presentation standup channel readers colleagues clients crazy nuts bananas
  talking talk way checked tried seen stood ended finished scored placed performed earned picked
  overview summary recap roundup digest rundown update results compare comparison compared
  difference morning evening afternoon night time times everyone share read hear sense idea moving
  noise waves attention traction love action news team desc asc descending top something lately
  start end worth minimum maximum clear wins fast upvoting voted heat tops headlines splash greats
  legends classics ahead front lead starting beginning ending onwards fewer shorter longer popped
  exploded surged rocked shone smashed slayed thrived soared skyrocketed climbed rose jumped
  prevailed excelled succeeded impressed wowed attention spotlight deserve deserves limit limited
  cap max set change switch increase reduce cut trim shorten extend expand display sold caught stole
  fared peaked triumphed leads tops rules dominates stands beat batch bunch crop look like lol
  repeat redo rerun run narrow bigger smaller excited back number 1 tz timezone zone said
  meant hour hours
`)

export function isMark(word: string): boolean {
  return /^[\uE000-\uE2FF]$/.test(word)
}
