// Throws confetti as a `triggerConfetti` call orders it. Whoever wrote the order is not trusted: what
// is wrong in it is clamped or left out, and nothing in it makes this fail.

/** Each burst is a canvas of its own that is drawn sixty times a second. */
const MAX_BURSTS = 3

const SHAPES = ['square', 'circle', 'star'] as const
const MAX_COLORS = 16

let bursts = 0

/** Does nothing for those who prefer reduced motion. */
export async function celebrate(order: unknown): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || bursts >= MAX_BURSTS) return
  bursts += 1
  const canvas = document.createElement('canvas')
  canvas.className = 'pointer-events-none fixed inset-0 z-50 size-full'
  canvas.setAttribute('aria-hidden', 'true')
  try {
    const { create } = (await import('canvas-confetti')).default
    document.body.append(canvas)
    // A worker would need `worker-src blob:` of the content security policy.
    const fire = create(canvas, { resize: true, useWorker: false })
    await fire({ ...optionsOf(fieldsOf(order)), disableForReducedMotion: true })
  } catch {
    // A celebration that does not happen is no reason to say anything.
  } finally {
    canvas.remove()
    bursts -= 1
  }
}

function optionsOf(order: Record<string, unknown>) {
  const colors = texts(order.colors).filter((color) => /^#[0-9a-f]{6}$/i.test(color))
  const wanted = texts(order.shapes)
  const shapes = SHAPES.filter((shape) => wanted.includes(shape))
  const origin = fieldsOf(order.origin)
  return {
    particleCount: Math.round(number(order.particleCount, 200, 20, 1000)),
    spread: number(order.spread, 90, 1, 360),
    startVelocity: number(order.startVelocity, 45, 1, 200),
    ticks: Math.round(number(order.ticks, 200, 10, 5000)),
    origin: { x: number(origin.x, 0.5, 0, 1), y: number(origin.y, 0.5, 0, 1) },
    ...(colors.length > 0 && { colors: colors.slice(0, MAX_COLORS) }),
    ...(shapes.length > 0 && { shapes: [...shapes] }),
  }
}

function number(value: unknown, fallback: number, min: number, max: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return fallback
  return Math.min(max, Math.max(min, value))
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
