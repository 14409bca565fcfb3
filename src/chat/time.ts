/** Unix seconds: the unit of every instant in the API and in the database. */
export function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
