import { readers } from './time-reader.ts'
import { ALL_TIME, daysFrom, named } from './timeframe.ts'

/** No time at all, said in so many words. */
export const ALL_TIMES = readers(
  `
    all[_-]?times?
    ever
    in [all|the] [whole|entire] history [of]
    whatever|no_matter|regardless_of [the|what|which] dates?|when|year|time
    any date|time
    lifetime|of_the_century
    since [the] forever|day_one|always|inception|beginning(?!_of_the) [of_time]
    from all years|time
  `,
  (_, { today }) => named(ALL_TIME, daysFrom(today, today)),
)
