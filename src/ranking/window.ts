import * as z from 'zod'

/** A half-open interval: `postedAfter` belongs to it, `postedBefore` does not. */
export const Window = z
  .object({
    postedAfter: z.iso.datetime().describe('First instant of the window, UTC.'),
    postedBefore: z.iso.datetime().describe('First instant after the window, UTC.'),
    from: z.iso.date().describe('Its first day, in its time zone.'),
    to: z.iso.date().describe('Its last day, in its time zone.'),
    label: z.string().describe('What kind of window it is: today, last_week, day, range, …'),
    previous: z.string().optional().describe('The timeframe of the window before it.'),
    next: z.string().optional().describe('The timeframe of the window after it, once that began.'),
  })
  .meta({ id: 'TimeWindow', description: 'The half-open interval of time that the answer covers.' })

export type Window = z.infer<typeof Window>

/** Whether an instant is inside of a window. An unknown instant counts as inside. */
export function isInWindow(
  instant: string | null,
  { postedAfter, postedBefore }: Pick<Window, 'postedAfter' | 'postedBefore'>,
): boolean {
  if (instant === null) return true
  const at = Date.parse(instant)
  return Date.parse(postedAfter) <= at && at < Date.parse(postedBefore)
}

/** Whether both ends of the window move with the clock: it is a number of days back from now. */
export function isRolling({ label }: { label?: string }): boolean {
  return /^last_\d+_days$/.test(label ?? '')
}
