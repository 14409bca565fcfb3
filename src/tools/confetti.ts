import * as z from 'zod'
import { TRIGGER_CONFETTI } from '../core/run.ts'
import { defineTool } from './tool.ts'

const DEFAULT_COLORS = ['#ff577f', '#ff884b', '#ffd384', '#7bd389', '#5aa9e6', '#b388eb']
const MAX_COLORS = 16
const MAX_REASON = 200
const SHAPES = ['square', 'circle', 'star'] as const
const DEFAULT_SHAPES = SHAPES.slice(0, 2)
const DEFAULT_ORIGIN = { x: 0.5, y: 0.5 }

/** The parameters of a burst. Invalid values are clamped or dropped: confetti never fails. */
export const ConfettiInput = z.object({
  colors: lenient(DEFAULT_COLORS, readColors, {
    type: 'array',
    items: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
    minItems: 1,
    maxItems: MAX_COLORS,
    description: 'Colours of the pieces, #rrggbb.',
  }),
  particleCount: integer(200, 20, 1000, 'How many pieces.'),
  spread: number(90, 1, 360, 'How wide the burst opens, in degrees.'),
  startVelocity: number(45, 1, 200, 'Speed at the start, in pixels per frame.'),
  origin: lenient(DEFAULT_ORIGIN, readOrigin, {
    type: 'object',
    properties: {
      x: { type: 'number', minimum: 0, maximum: 1 },
      y: { type: 'number', minimum: 0, maximum: 1 },
    },
    description: 'Where the burst starts, as fractions of the window from its top left corner.',
  }),
  shapes: lenient(DEFAULT_SHAPES, readShapes, {
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

/** The instruction that a client's confetti handler carries out. */
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

function lenient<Value>(defaultValue: Value, read: (value: unknown) => Value, schema: JsonSchema) {
  return z.unknown().transform(read).meta(schema).prefault(defaultValue)
}

function number(defaultValue: number, minimum: number, maximum: number, description: string) {
  const read = (value: unknown) => clampedOr(defaultValue, value, minimum, maximum)
  return lenient(defaultValue, read, { type: 'number', minimum, maximum, description })
}

function integer(defaultValue: number, minimum: number, maximum: number, description: string) {
  const read = (value: unknown) => Math.round(clampedOr(defaultValue, value, minimum, maximum))
  return lenient(defaultValue, read, { type: 'integer', minimum, maximum, description })
}

function clampedOr(defaultValue: number, value: unknown, minimum: number, maximum: number): number {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number)) return defaultValue
  return Math.min(maximum, Math.max(minimum, number))
}

function readColors(value: unknown): string[] {
  const colors = texts(value).filter((color) => /^#[0-9a-f]{6}$/i.test(color))
  return colors.length > 0 ? colors.slice(0, MAX_COLORS) : DEFAULT_COLORS
}

function readShapes(value: unknown): (typeof SHAPES)[number][] {
  const wanted = texts(value)
  const shapes = SHAPES.filter((shape) => wanted.includes(shape))
  return shapes.length > 0 ? shapes : DEFAULT_SHAPES
}

function readOrigin(value: unknown): typeof DEFAULT_ORIGIN {
  const { x, y } =
    z.object({ x: z.unknown(), y: z.unknown() }).partial().safeParse(value).data ?? {}
  return { x: clampedOr(DEFAULT_ORIGIN.x, x, 0, 1), y: clampedOr(DEFAULT_ORIGIN.y, y, 0, 1) }
}

function readReason(value: unknown): string {
  const reason = typeof value === 'string' ? value.trim() : ''
  return reason === '' ? 'celebration' : reason.slice(0, MAX_REASON).toWellFormed()
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** The tool has no effect of its own: the client reads its output and throws the confetti. */
export function confettiTool() {
  return defineTool({
    name: TRIGGER_CONFETTI,
    title: 'Celebrate with confetti',
    executionText: 'Throwing confetti…',
    description:
      'Throws confetti in the window of the person you talk with: when they ask for it, or have ' +
      'something to celebrate. Its result is all that is needed to show it.',
    input: ConfettiInput,
    output: Confetti,
    isSelfContained: true,
    run: async (confetti) => confettiOutput(confetti),
  })
}

/** The output of the tool, which depends only on its input. */
export function confettiOutput(
  confetti: z.output<typeof ConfettiInput>,
): z.output<typeof Confetti> {
  return { action: 'CONFETTI', ...confetti }
}
