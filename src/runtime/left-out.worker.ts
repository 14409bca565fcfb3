/**
 * Stands where libraries import what nobody here asks them for, so that it is not deployed
 * (`alias` in wrangler.toml): the AI SDK's gateway, which serves models given by name alone, and
 * the MCP SDK's ajv, which checks answers to forms and makes code at run time, as no Worker may.
 */
const leftOut = { isInstance: () => false }

export {
  leftOut as AjvJsonSchemaValidator,
  leftOut as createGateway,
  leftOut as GatewayAuthenticationError,
  leftOut as GatewayError,
  leftOut as gateway,
}
