/** Name, tagline, votes, comments, time of day in UTC, the icon of its picture, and topics. */
type Launch = readonly [string, string, number, number, string, string, ...topics: string[]]

declare const sample: { readonly launches: Readonly<Record<string, readonly Launch[]>> }
export default sample
