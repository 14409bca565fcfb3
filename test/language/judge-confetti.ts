import { ConfettiInput } from '../../src/tools/confetti.ts'

/** What is expected of the input, in the terms of `held-out.md`. */
export interface ExpectedConfetti {
  colors?: string[]
  /** The least and the most of each fraction that matters. */
  origin?: Partial<Record<'x' | 'y', [number, number]>>
  shapes?: string[]
  particleCount?: number
  spread?: number
  startVelocity?: number
  ticks?: number
  disableSound?: boolean
}

/** Whether the input has what is expected; `exact` names the fields that no similar value fits. */
export function isConfetti(
  { colors, origin, shapes, ...values }: ExpectedConfetti,
  input: Record<string, unknown>,
  exact: readonly string[] = [],
): boolean {
  const actual = ConfettiInput.parse(input)
  const isColor = exact.includes('colors') ? isSameColor : isSameFamily
  return (
    Object.entries(values).every(([name, value]) => Reflect.get(actual, name) === value) &&
    (!colors ||
      (covers(colors, actual.colors, isColor) && covers(actual.colors, colors, isColor))) &&
    Object.entries(origin ?? {}).every(([axis, [least, most]]) =>
      isBetween(axis === 'x' ? actual.origin.x : actual.origin.y, least, most),
    ) &&
    (!shapes || [...shapes].sort().join() === [...actual.shapes].sort().join())
  )
}

function isBetween(value: number, least: number, most: number): boolean {
  return least <= value && value <= most
}

function covers(
  some: readonly string[],
  others: readonly string[],
  isSame: (one: string, other: string) => boolean,
): boolean {
  return some.every((one) => others.some((other) => isSame(one, other)))
}

function isSameColor(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** Of coloured ones the hues are within 35°, of grey ones the lightnesses within a quarter. */
function isSameFamily(one: string, other: string): boolean {
  const [first, second] = [hueOf(one), hueOf(other)]
  if (first.isGrey || second.isGrey) {
    return first.isGrey && second.isGrey && Math.abs(first.lightness - second.lightness) <= 0.25
  }
  const degrees = Math.abs(first.degrees - second.degrees)
  return Math.min(degrees, 360 - degrees) <= 35
}

/** HSL's hue and lightness of #rrggbb: https://www.w3.org/TR/css-color-4/#rgb-to-hsl */
function hueOf(color: string): { degrees: number; lightness: number; isGrey: boolean } {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => Number.parseInt(color.slice(at, at + 2), 16) / 255,
  )
  const most = Math.max(red, green, blue)
  const range = most - Math.min(red, green, blue)
  const lightness = most - range / 2
  const sixths =
    most === red
      ? (green - blue) / range
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  return { degrees: (sixths * 60 + 360) % 360, lightness, isGrey: range < 0.12 }
}
