/**
 * Stands where libraries import what nobody here asks them for, so that it is neither deployed nor
 * loaded (`alias` in wrangler.toml, `LEFT_OUT` in build.mjs): the AI SDK's gateway, which serves
 * models given by name alone, the MCP SDK's ajv, which checks answers to forms and makes code at run
 * time, as no Worker may, and for the Node server HTTP/2, which we do not speak.
 */
const leftOut = { isInstance: () => false }

/** No request is one of these. */
function Http2ServerRequest() {}

const constants = {}

export {
  constants,
  Http2ServerRequest,
  leftOut as AjvJsonSchemaValidator,
  leftOut as createGateway,
  leftOut as GatewayAuthenticationError,
  leftOut as GatewayError,
  leftOut as gateway,
}
