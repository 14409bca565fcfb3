import * as z from 'zod'
import { fields } from './fields.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const Clock = z
  .int()
  .min(0)
  .max(2359)
  .refine((time) => time % 100 < 60, 'must be a time of day as HHMM: its minutes are below 60')

const Day = z
  .object({
    from: Clock.default(0),
    to: Clock.default(2359),
    dnd: z.boolean().default(false),
  })
  .refine(({ from, to }) => from < to, {
    path: ['from'],
    error: 'must be before `to`; a day without notifications has `dnd` true',
  })
  .describe('Between which times of day, as HHMM, notifications come; with `dnd` none do.')
  .prefault({})

/** When notifications come, day by day. */
export const Schedule = z.object(fields(DAYS, () => Day)).prefault({})
