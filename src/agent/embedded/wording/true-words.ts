import { wordSet } from './words.ts'

/** Words that are right as they stand, however near they come to a word that decides. */
export const TRUE_WORDS = wordSet(`
  headless hunter hunters speech kong compress compressed compresses compression express expresses
  progress acquire actions alternate analysis animations announce areas articles automated automates
  automatic automating backing backups baking band bear beard beats become bench beta bets birthdays
  black blob blow boards boat brings browsers bust caller cart carts caution changed changes
  channels checker checkin checks chosen classic clear clears client comes comment committed
  companion compares complies consent constructs contact contacts contents contest context contrast
  converting coupled couples crashed crashing crypt curse curses customers dated debug decryption
  depending designed designs develop developed develops dies different digests discuss displays
  documented domains dots downloads doze dozens dying eighth emulation enabled endings evenings
  event exit exited exiting exits expands expansion extends extensions extensive fake feature
  features fields filed fine finishes fins fired fires follows formats fort forth frame fronts fund
  funding funds gain gave given gives golf greet halt hand hardening head headings healthy heard
  helper hiding hints hire hundreds ideal ideas imaged increased increases indenting inserting
  installs instance interviewer intro introduce introduces invoking journalist journals kinds lake
  languages later launcher launchers leaking leaning leaving lending lies life limits linked linting
  lists literal literals lives load loader loaders loading loads locking logs lookups looping loss
  lost lover lovers lunch marker markers marking masking mast match meal means meat mediation
  medication menus mess metal mind misses mist misused mode moist mornings nation nicer noisy none
  nose noting occured official orders others pack packed packs painting paints parity part parting
  partly passes pasta paste perform performant performs periods persona personas picky pill places
  planer planned planners plans plush poet poets point poll post poster precise printing produce
  produces promote prompted protect protects prototypes publish publisher publishes pulls quiet quit
  quote races raise raises raising raking ranges ranging rate rates reaches reads ready receive
  receiver receives recording recreating reduced reduces relating relaxed reliably reloading
  remainder reminds renders repeating repeats reports resumed reversing reverting review rewriting
  rice riding rise road robot roles roots rounds rule runners sake sane scare scheduled scheduler
  schedules scoping screens searches seconds seem sewing shade shared shares shell shirt shoe shoes
  shore shorts shot shown sides skipped skipping slash slide slot snow socials soft sole sorts
  spaces spice sport spots staff stale stand stare starts state states stating status stays stealing
  stolen stopping storing student style succeed succeeds suggests suite suites summarise summarize
  summarizes supports tables take tale tank tells template tend tending texting theme thin thinks
  thorough though thousands tied tile timed timers tips tired titles token totals tracing tracked
  transcript transition translated translates translator tree tries tweets updated updates user uses
  vary viewer voter voters waiting wall wave weak whale wheat whole width wind window wine wings
  wire witch word wording workings write writes zones
`)
