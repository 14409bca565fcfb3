/** Unix seconds, the unit of all instants in the API and the database. */
export function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
