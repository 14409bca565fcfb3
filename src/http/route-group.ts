import { Hono } from 'hono'
import type { ZodOpenApiPathsObject, ZodOpenApiSecuritySchemeObject } from 'zod-openapi'
import type { AppError } from '../core/error.ts'
import type { Env } from './env.ts'
import type { Operation } from './operation.ts'

/** Routes that belong together: their handlers, their OpenAPI entries, and who may call them. */
export interface RouteGroup {
  readonly routes: Hono<Env>
  /** The OpenAPI entries. Pages and files have none. */
  readonly paths: ZodOpenApiPathsObject
  /**
   * Without it a caller needs a token of the service, where it has any, and calls are counted.
   * - `public`: everyone may call, for what costs nothing
   * - `own-keys`: the group authenticates its callers itself
   */
  readonly access?: 'public' | 'own-keys'
  /** The response to a request that is rejected before it reaches a route; by default as everywhere. */
  readonly reject?: (env: Env['Bindings'], error: AppError) => Response
  /** How OpenAPI describes the group's own keys. */
  readonly securitySchemes?: Readonly<Record<string, ZodOpenApiSecuritySchemeObject>>
}

/**
 * Operations as a group of routes, in the order in which they are declared.
 *
 * @param routes what they are added to: routes with an error handler of their own, say
 */
export function routeGroup(operations: readonly Operation[], routes = new Hono<Env>()): RouteGroup {
  const paths: RouteGroup['paths'] = {}
  for (const { method, path, openapi, handle } of operations) {
    paths[path] = { ...paths[path], [method]: openapi }
    const route = path.replaceAll(/\{(\w+)\}/g, ':$1')
    routes.on(method, route, handle)
  }
  return { paths, routes }
}
