// Throws confetti with the arguments of a `triggerConfetti` call. They are untrusted: invalid ones
// are clamped or ignored.
import type confetti from 'canvas-confetti'
import { asRecord } from '../../core/json.ts'

/** Whether this is the widget, which loads the animation from where it was loaded itself. */
declare const IS_WIDGET: boolean

const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null

async function loadConfetti(): Promise<{ default: typeof confetti }> {
  if (!IS_WIDGET) return import('canvas-confetti')
  return import(/* @vite-ignore */ new URL('confetti.js', script?.src).href)
}

/** Each burst redraws a canvas of its own sixty times per second. */
const MAX_BURSTS = 3

const SHAPES = ['square', 'circle', 'star'] as const
const MAX_COLORS = 16

/** Inline, because the widget throws confetti over pages without our stylesheet. */
const CANVAS = {
  position: 'fixed',
  inset: '0',
  width: '100%',
  height: '100%',
  zIndex: '2147483647',
  pointerEvents: 'none',
}

let bursts = 0

/** The handler of the frontend action `triggerConfetti`. It does not wait for the animation. */
export function triggerConfetti(args: unknown) {
  void throwConfetti(args)
  return { thrown: true }
}

/** Resolves when the animation is over. Does nothing if the user prefers reduced motion. */
async function throwConfetti(args: unknown): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches || bursts >= MAX_BURSTS) return
  bursts += 1
  const canvas = document.createElement('canvas')
  Object.assign(canvas.style, CANVAS)
  canvas.setAttribute('aria-hidden', 'true')
  try {
    const { create } = (await loadConfetti()).default
    document.body.append(canvas)
    // A worker would need `worker-src blob:` in the Content-Security-Policy.
    const fire = create(canvas, { resize: true, useWorker: false })
    await fire({ ...optionsOf(asRecord(args)), disableForReducedMotion: true })
  } catch {
    // Missing confetti is not worth an error message.
  } finally {
    canvas.remove()
    bursts -= 1
  }
}

function optionsOf(args: Record<string, unknown>) {
  const colors = strings(args.colors).filter((color) => /^#[0-9a-f]{6}$/i.test(color))
  const names = strings(args.shapes)
  const shapes = SHAPES.filter((shape) => names.includes(shape))
  const origin = asRecord(args.origin)
  return {
    particleCount: Math.round(clamp(args.particleCount, 200, 20, 1000)),
    spread: clamp(args.spread, 90, 1, 360),
    startVelocity: clamp(args.startVelocity, 45, 1, 200),
    ticks: Math.round(clamp(args.ticks, 200, 10, 5000)),
    origin: { x: clamp(origin.x, 0.5, 0, 1), y: clamp(origin.y, 0.5, 0, 1) },
    ...(colors.length > 0 && { colors: colors.slice(0, MAX_COLORS) }),
    ...(shapes.length > 0 && { shapes: [...shapes] }),
  }
}

function clamp(value: unknown, fallback: number, min: number, max: number): number {
  if (typeof value !== 'number' || Number.isNaN(value)) return fallback
  return Math.min(max, Math.max(min, value))
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
