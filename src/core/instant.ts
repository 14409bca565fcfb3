/** An instant in milliseconds as ISO 8601. */
export const isoOf = (instant: number) => new Date(instant).toISOString()

export const isoOrNull = (instant: number | null) => (instant === null ? null : isoOf(instant))
