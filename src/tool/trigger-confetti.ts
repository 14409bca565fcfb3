import * as z from 'zod'
import { defineTool } from './tool.ts'

const CHEERFUL = ['#ff577f', '#ff884b', '#ffd384', '#7bd389', '#5aa9e6', '#b388eb']
const SHAPES = ['square', 'circle', 'star'] as const
const MOST_COLORS = 16

interface Range {
  least: number
  most: number
  standard: number
  whole?: boolean
  description: string
}

/** Out-of-range numbers clamp and what is no number is the standard: confetti never fails. */
function lenientNumber({ least, most, standard, whole = false, description }: Range) {
  return z
    .unknown()
    .transform((value) => {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      if (typeof number !== 'number' || Number.isNaN(number)) return standard
      const inside = Math.min(most, Math.max(least, number))
      return whole ? Math.round(inside) : inside
    })
    .meta({
      type: whole ? 'integer' : 'number',
      minimum: least,
      maximum: most,
      default: standard,
      description,
    })
}

const fraction = (description: string) =>
  lenientNumber({ least: 0, most: 1, standard: 0.5, description })

const Colors = z
  .unknown()
  .transform((value) => {
    const colors = listed(value).filter((color) => /^#[0-9a-f]{6}$/i.test(color))
    return colors.length > 0 ? colors.slice(0, MOST_COLORS) : CHEERFUL
  })
  .meta({
    type: 'array',
    items: { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' },
    minItems: 1,
    maxItems: MOST_COLORS,
    default: CHEERFUL,
    description: 'Colours of the pieces, #rrggbb.',
  })

const Shapes = z
  .unknown()
  .transform((value) => {
    const shapes = SHAPES.filter((shape) => listed(value).includes(shape))
    return shapes.length > 0 ? shapes : SHAPES.slice(0, 2)
  })
  .meta({
    type: 'array',
    items: { type: 'string', enum: [...SHAPES] },
    default: SHAPES.slice(0, 2),
    description: 'Shapes of the pieces.',
  })

const Origin = z
  .unknown()
  .transform((value) => (typeof value === 'object' && value !== null ? value : {}))
  .pipe(
    z.object({
      x: fraction('0 is the left edge of the window, 1 the right.'),
      y: fraction('0 is the top edge of the window, 1 the bottom.'),
    }),
  )
  .meta({
    type: 'object',
    properties: {
      x: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
      y: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
    },
    default: { x: 0.5, y: 0.5 },
    description: 'Where the burst starts, as fractions of the window.',
  })

const DisableSound = z
  .unknown()
  .transform((value) => (typeof value === 'boolean' ? value : true))
  .meta({ type: 'boolean', default: true, description: 'Whether the burst is silent.' })

const particles = { least: 20, most: 1000, standard: 200, whole: true }

export const ConfettiInput = z.object({
  colors: Colors,
  particleCount: lenientNumber({ ...particles, description: 'How many pieces.' }),
  spread: lenientNumber({ least: 1, most: 360, standard: 90, description: 'Degrees.' }),
  startVelocity: lenientNumber({
    least: 1,
    most: 200,
    standard: 45,
    description: 'Speed at the start, in pixels a frame.',
  }),
  origin: Origin,
  shapes: Shapes,
  ticks: lenientNumber({
    least: 10,
    most: 5000,
    standard: 200,
    whole: true,
    description: 'How many frames the pieces live.',
  }),
  disableSound: DisableSound,
  reason: z
    .unknown()
    .transform((value) => (typeof value === 'string' && value.trim() ? value : 'celebration'))
    .meta({ type: 'string', default: 'celebration', description: 'What is being celebrated.' }),
})

export const ConfettiOutput = z
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

/** Nothing happens here: the result is the order that a client's confetti handler carries out. */
export function triggerConfetti() {
  return defineTool({
    name: 'triggerConfetti',
    title: 'Celebrate with confetti',
    description: 'Throws confetti in the window of the person you talk with. For celebrations.',
    input: ConfettiInput,
    output: ConfettiOutput,
    run: async (confetti) => ({ action: 'CONFETTI' as const, ...confetti }),
  })
}

function listed(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
