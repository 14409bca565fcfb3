import * as z from 'zod'

/** The id of a thread or a run as a caller gives it. It stands in every record of a run. */
export const RunId = z.string().min(1).max(200)
