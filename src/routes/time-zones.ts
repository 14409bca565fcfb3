import * as z from 'zod'
import { operation } from '../http/operation.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { offsetsAt, timeZonesInUse } from '../ranking/time-zones.ts'

/** The time zones as the service knows them, for pages and programs whose own may be older. */
export function timeZones({ now }: { now(): Date }): RouteGroup {
  const listTimeZones = operation({
    method: 'get',
    path: '/api/time-zones',
    operationId: 'listTimeZones',
    tags: ['Rankings'],
    summary: 'The time zones and their present offsets',
    data: z.object({
      release: z.string().describe('Of the IANA time zone database, such as `2026f`.'),
      offsets: z
        .record(z.string(), z.int())
        .describe('The minutes that clocks are ahead of UTC now, by the name of the zone.'),
    }),
    handle: () => ({ release: timeZonesInUse().release, offsets: offsetsAt(now().getTime()) }),
  })
  return routeGroup([listTimeZones])
}
