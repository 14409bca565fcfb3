/** Unix seconds, as the platform tells every instant. */
export function toSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000)
}
