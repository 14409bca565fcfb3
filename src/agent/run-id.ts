import * as z from 'zod'

/** The id of a thread or a run. Its length is limited because every log record of a run has it. */
export const RunId = z.string().min(1).max(200)
