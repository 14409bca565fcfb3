import * as z from 'zod'

const CHEERFUL = ['#ff577f', '#ff884b', '#ffd384', '#7bd389', '#5aa9e6', '#b388eb']
const MAX_COLORS = 16
const MAX_REASON = 200
const SHAPES = ['square', 'circle', 'star'] as const
const USUAL_SHAPES = SHAPES.slice(0, 2)
const MIDDLE = { x: 0.5, y: 0.5 }

/** What a burst is made of. Whatever is wrong is clamped or dropped: confetti never fails. */
export const ConfettiInput = z.object({
  colors: lenient(CHEERFUL, readColors, {
    type: 'array',
    items: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
    minItems: 1,
    maxItems: MAX_COLORS,
    description: 'Colours of the pieces, #rrggbb.',
  }),
  particleCount: integer(200, 20, 1000, 'How many pieces.'),
  spread: number(90, 1, 360, 'How wide the burst opens, in degrees.'),
  startVelocity: number(45, 1, 200, 'Speed at the start, in pixels a frame.'),
  origin: lenient(MIDDLE, readOrigin, {
    type: 'object',
    properties: {
      x: { type: 'number', minimum: 0, maximum: 1 },
      y: { type: 'number', minimum: 0, maximum: 1 },
    },
    description: 'Where the burst starts, as fractions of the window from its top left corner.',
  }),
  shapes: lenient(USUAL_SHAPES, readShapes, {
    type: 'array',
    items: { type: 'string', enum: [...SHAPES] },
    description: 'Shapes of the pieces.',
  }),
  ticks: integer(200, 10, 5000, 'How many frames the pieces live.'),
  disableSound: lenient(true, (value) => value !== false, {
    type: 'boolean',
    description: 'Whether the burst is silent.',
  }),
  reason: lenient('celebration', readReason, {
    type: 'string',
    description: 'What is being celebrated, in a few words.',
  }),
})

/** The order to throw confetti, as a client's handler reads it. */
export const Confetti = z
  .object({
    action: z.literal('CONFETTI'),
    reason: z.string(),
    colors: z.array(z.string()),
    particleCount: z.number().int(),
    spread: z.number(),
    startVelocity: z.number(),
    origin: z.object({ x: z.number(), y: z.number() }),
    shapes: z.array(z.enum(SHAPES)),
    ticks: z.number().int(),
    disableSound: z.boolean(),
  })
  .meta({ id: 'Confetti' })

type JsonSchema = Parameters<z.ZodUnknown['meta']>[0]

function lenient<Value>(standard: Value, read: (value: unknown) => Value, schema: JsonSchema) {
  return z.unknown().transform(read).meta(schema).prefault(standard)
}

function number(standard: number, minimum: number, maximum: number, description: string) {
  const read = (value: unknown) => clampedOr(standard, value, minimum, maximum)
  return lenient(standard, read, { type: 'number', minimum, maximum, description })
}

function integer(standard: number, minimum: number, maximum: number, description: string) {
  const read = (value: unknown) => Math.round(clampedOr(standard, value, minimum, maximum))
  return lenient(standard, read, { type: 'integer', minimum, maximum, description })
}

function clampedOr(standard: number, value: unknown, least: number, most: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) return standard
  return Math.min(most, Math.max(least, number))
}

function readColors(value: unknown): string[] {
  const colors = texts(value).filter((color) => /^#[0-9a-f]{6}$/i.test(color))
  return colors.length > 0 ? colors.slice(0, MAX_COLORS) : CHEERFUL
}

function readShapes(value: unknown): (typeof SHAPES)[number][] {
  const wanted = texts(value)
  const shapes = SHAPES.filter((shape) => wanted.includes(shape))
  return shapes.length > 0 ? shapes : USUAL_SHAPES
}

function readOrigin(value: unknown): typeof MIDDLE {
  const { x, y } =
    z.object({ x: z.unknown(), y: z.unknown() }).partial().safeParse(value).data ?? {}
  return { x: clampedOr(MIDDLE.x, x, 0, 1), y: clampedOr(MIDDLE.y, y, 0, 1) }
}

function readReason(value: unknown): string {
  const reason = typeof value === 'string' ? value.trim() : ''
  return reason === '' ? 'celebration' : reason.slice(0, MAX_REASON).toWellFormed()
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
