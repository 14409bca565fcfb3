import { offerTimeZones } from '../ranking/time-zones.ts'

/** Uses Node's own time zones if they are later than the bundled ones. */
export function offerNodeTimeZones(): void {
  offerTimeZones(releaseOf(process.versions))
}

/** Deno names another release than it has, and Bun names none: only Node is believed. */
export function releaseOf({ tz, bun, deno }: NodeJS.Dict<string>): string | undefined {
  return (bun ?? deno) === undefined ? tz : undefined
}
