// Bundles have this in place of the SDK's own shims: its validator of JSON Schema, which is a third of the SDK, is
// not used here.

export const DefaultJsonSchemaValidator = undefined
