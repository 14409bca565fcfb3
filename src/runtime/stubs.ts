/**
 * Replaces modules that libraries import and this service never uses, so that they are neither
 * deployed nor loaded (`alias` in wrangler.toml, `STUBBED` in build.mjs):
 *
 * - the gateway of the AI SDK, for models that are given by name only;
 * - the schemas of zod 3 in the AI SDK, as those of tools are of zod 4;
 * - ajv in the MCP SDK, which validates form answers and generates code, as no Worker may;
 * - long-running tasks of the MCP SDK's server, of which the tools have none;
 * - the mounting of other applications in Hono;
 * - zod's compiler, which generates code too, and its reader of JSON Schema;
 * - Luxon's intervals, its names of months, and its parser of formats, as dates are only ever read
 *   as ISO 8601;
 * - OpenTelemetry on a Worker, which exports no traces;
 * - HTTP/2 in the Node server.
 */
const unused = { isInstance: () => false }

/** No request is an instance of this. */
function Http2ServerRequest() {}

const constants = {}

/** A tracing context that is empty, for what the AI SDK runs in one. */
const context = {
  active: () => undefined,
  with: <Result>(_context: unknown, run: () => Result) => run(),
}

const SpanStatusCode = { ERROR: 2 } as const

export {
  constants,
  context,
  Http2ServerRequest,
  SpanStatusCode,
  unused as AjvJsonSchemaValidator,
  unused as assertClientRequestTaskCapability,
  unused as assertToolsCallTaskCapability,
  unused as compile,
  unused as createGateway,
  unused as createMountedRequest,
  unused as ExperimentalServerTasks,
  unused as expandMacroTokens,
  unused as explainFromTokens,
  unused as formatOptsToTokens,
  unused as fromJSONSchema,
  unused as GatewayAuthenticationError,
  unused as GatewayError,
  unused as gateway,
  unused as INVALID,
  unused as interval,
  unused as parseFromTokens,
  unused as SpanKind,
  unused as TokenParser,
  unused as trace,
  unused as withParser,
  unused as ZodCompileAsyncError,
  unused as ZodCompileUnsupportedError,
  unused as zod3ToJsonSchema,
}

// biome-ignore lint/style/noDefaultExport: as the interval of Luxon is imported
export default unused
