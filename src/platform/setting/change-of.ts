import * as z from 'zod'

/** The same fields, none of them required and none with a default, and no field that is unknown. */
export function changeOf(schema: z.ZodType): z.ZodType {
  const inside = insideOf(schema)
  const shape = shapeOf(inside)
  if (!shape) return inside
  const changes = Object.entries(shape).map(([name, field]) => [name, changeOf(field).optional()])
  return z.strictObject(Object.fromEntries(changes))
}

/** The fields of an object whose fields are told; nothing of a value that is taken whole. */
export function shapeOf(schema: z.ZodType): Readonly<Record<string, z.ZodType>> | undefined {
  const inside = insideOf(schema)
  return inside instanceof z.ZodObject ? inside.shape : undefined
}

function insideOf(schema: z.ZodType): z.ZodType {
  const isWrapped = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
  const inside = isWrapped ? schema.unwrap() : schema
  return inside instanceof z.ZodType ? inside : schema
}
