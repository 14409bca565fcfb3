/**
 * Replaces modules that libraries import and this service never uses, so that they are neither
 * deployed nor loaded (`alias` in wrangler.toml, `STUBBED` in build.mjs):
 *
 * - the gateway of the AI SDK, for models that are given by name only;
 * - ajv in the MCP SDK, which validates form answers and generates code, as no Worker may;
 * - HTTP/2 in the Node server.
 */
const unused = { isInstance: () => false }

/** No request is an instance of this. */
function Http2ServerRequest() {}

const constants = {}

export {
  constants,
  Http2ServerRequest,
  unused as AjvJsonSchemaValidator,
  unused as createGateway,
  unused as GatewayAuthenticationError,
  unused as GatewayError,
  unused as gateway,
}
