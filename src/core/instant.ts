/** Unix seconds. */
export const toSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

/** An instant in milliseconds as ISO 8601. */
export const isoOf = (instant: number) => new Date(instant).toISOString()

export const isoOrNull = (instant: number | null) => (instant === null ? null : isoOf(instant))
