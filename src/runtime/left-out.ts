/**
 * Stands where libraries import what nobody here asks them for, so that it is neither deployed nor
 * loaded (`alias` in wrangler.toml, `LEFT_OUT` in build.mjs): the AI SDK's gateway, which serves
 * models given by name alone, the MCP SDK's ajv, which checks answers to forms and makes code at run
 * time, as no Worker may, zod's compiler, which does so too, and its reader of JSON Schema, on a
 * Worker OpenTelemetry, and for the Node server HTTP/2, which we do not speak.
 */
const leftOut = { isInstance: () => false }

/** No request is one of these. */
function Http2ServerRequest() {}

const constants = {}

/** A tracing context that is none, for what the AI SDK runs in one. */
const context = {
  active: () => undefined,
  with: <Result>(_context: unknown, run: () => Result) => run(),
}

const SpanStatusCode = { ERROR: 2 } as const

export {
  constants,
  context,
  Http2ServerRequest,
  leftOut as AjvJsonSchemaValidator,
  leftOut as createGateway,
  leftOut as GatewayAuthenticationError,
  leftOut as GatewayError,
  leftOut as gateway,
  leftOut as compile,
  leftOut as fromJSONSchema,
  leftOut as INVALID,
  leftOut as SpanKind,
  leftOut as trace,
  leftOut as withParser,
  leftOut as ZodCompileAsyncError,
  leftOut as ZodCompileUnsupportedError,
  SpanStatusCode,
}
