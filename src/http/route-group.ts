import { Hono } from 'hono'
import type { ZodOpenApiPathsObject, ZodOpenApiSecuritySchemeObject } from 'zod-openapi'
import type { Env } from './env.ts'
import type { HttpOperation } from './operation.ts'

/** Routes that belong together: their handlers, and their OpenAPI entries. */
export interface RouteGroup {
  readonly routes: Hono<Env>
  /** The OpenAPI entries. Pages and files have none. */
  readonly paths: ZodOpenApiPathsObject
  /** The group's own keys as OpenAPI describes them. */
  readonly securitySchemes?: Readonly<Record<string, ZodOpenApiSecuritySchemeObject>>
}

/** Operations as a group of routes, in the order in which they are declared. */
export function routeGroup(operations: readonly HttpOperation[]): RouteGroup {
  const routes = new Hono<Env>()
  const paths: RouteGroup['paths'] = {}
  for (const { method, path, openapi, handle } of operations) {
    paths[path] = { ...paths[path], [method]: openapi }
    routes.on(method, routePath(path), handle)
  }
  return { paths, routes }
}

/** A path of OpenAPI as Hono writes it. */
export function routePath(path: HttpOperation['path']): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
