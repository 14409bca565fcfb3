import { html, raw } from 'hono/html'
import { hueAngleOf, lettersOf } from '../core/monogram.ts'
import type { Product } from '../ranking/product.ts'

/** Readers of links show this size whole. */
const WIDTH = 1200
const HEIGHT = 630
const MARGIN = 72
const GAP = 12
const RANK_COLOURS = ['#f0c04a', '#c3cad3', '#dba06c']
/** The average width of a letter, as a share of the font size: names may be in capitals. */
const LETTER = { strong: 0.58, plain: 0.5 }

type Markup = ReturnType<typeof html>

export interface Drawn {
  product: Product
  rank?: number | undefined
  /** Votes over time. */
  points: readonly { at: string; votes: number }[]
  /** The SVG of its drawing, where it has one. */
  glyph?: string | undefined
}

interface Texts {
  title: string
  detail: string
}

/** A ranking or a comparison: up to four products below each other. */
export function listPicture({ title, detail }: Texts, drawn: readonly Drawn[]): string {
  const height = 366 / Math.max(3, drawn.length) - GAP
  return frame(html`
    ${text(title, { x: MARGIN, y: 122, size: 60, width: 860, isStrong: true })}
    ${text(detail, { x: MARGIN, y: 176, size: 30, width: 1056, colour: '#5b5b66' })}
    ${drawn.map((one, index) => row(one, 216 + index * (height + GAP), height))}`)
}

function row({ product, rank, points, glyph }: Drawn, y: number, height: number): Markup {
  const middle = y + height / 2
  const tileSize = height - 24
  const left = MARGIN + (rank === undefined ? 20 : 84)
  const nameX = left + tileSize + 26
  return html`
    <rect x="${MARGIN}" y="${y}" width="${WIDTH - 2 * MARGIN}" height="${height}" rx="20" fill="#fff" stroke="#e3e3e8" />
    ${rank !== undefined && medal(rank, MARGIN + 46, middle)}
    ${tile(product, glyph, { x: left, y: y + 12, size: tileSize })}
    ${text(product.name, { x: nameX, y: middle + (product.tagline ? -4 : 12), size: 34, width: 430, isStrong: true })}
    ${text(product.tagline ?? '', { x: nameX, y: middle + 30, size: 22, width: 430, colour: '#5b5b66' })}
    ${curve(product, points, { x: 760, y: y + 24, width: 190, height: height - 48 })}
    ${text(votesOf(product), { x: WIDTH - MARGIN - 28, y: middle + 11, size: 32, width: 200, isStrong: true, isEnd: true })}`
}

/** One product, with its curve along the bottom. */
export function productPicture({ product, points, glyph }: Drawn, standing: string): string {
  return frame(html`
    ${curve(product, points, { x: 0, y: 390, width: WIDTH, height: 240 })}
    ${tile(product, glyph, { x: MARGIN, y: 96, size: 200 })}
    ${text(product.name, { x: 316, y: 166, size: 76, width: 810, isStrong: true })}
    ${text(product.tagline ?? '', { x: 316, y: 226, size: 34, width: 810, colour: '#5b5b66' })}
    ${text(standing, { x: 316, y: 288, size: 38, width: 810, isStrong: true, colour: '#5442d6' })}`)
}

function frame(content: Markup): string {
  return String(html`<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
    <rect width="${WIDTH}" height="${HEIGHT}" fill="#f8f8f9" />${content}
    ${text('Launchboard', { x: WIDTH - MARGIN, y: 76, size: 26, width: 300, isStrong: true, isEnd: true, colour: '#5b5b66' })}</svg>`)
}

interface TextOptions {
  x: number
  y: number
  size: number
  /** What is longer ends with an ellipsis. */
  width: number
  isStrong?: boolean
  isEnd?: boolean
  colour?: string
}

function text(content: string, options: TextOptions): Markup {
  const { x, y, size, width, isStrong = false, isEnd = false, colour = '#17171c' } = options
  const most = Math.floor(width / (size * (isStrong ? LETTER.strong : LETTER.plain)))
  const letters = Array.from(content)
  const shown = letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : content
  return html`<text x="${x}" y="${y}" font-family="Inter" font-size="${size}" font-weight="${isStrong ? 600 : 400}" fill="${colour}" text-anchor="${isEnd ? 'end' : 'start'}">${shown}</text>`
}

function medal(rank: number, x: number, y: number): Markup {
  return html`<circle cx="${x}" cy="${y}" r="25" fill="${RANK_COLOURS[rank - 1] ?? '#efeff2'}" />
    <text x="${x}" y="${y + 10}" font-family="Inter" font-size="28" font-weight="600" fill="#2b1f05" text-anchor="middle">${rank}</text>`
}

interface TileOptions {
  x: number
  y: number
  size: number
}

function tile(
  { id, name }: Product,
  glyph: string | undefined,
  { x, y, size }: TileOptions,
): Markup {
  const hue = hueAngleOf(name)
  const inner = size * 0.6
  const at = `x="${x + (size - inner) / 2}" y="${y + (size - inner) / 2}" width="${inner}" height="${inner}"`
  const letters = html`<text x="${x + size / 2}" y="${y + size * 0.65}" font-family="Inter" font-size="${size * 0.42}" font-weight="600" fill="${oklch(0.3, 0.08, hue)}" text-anchor="middle">${lettersOf(name)}</text>`
  return html`<linearGradient id="tile-${id}" x1="0" y1="0" x2="0.6" y2="1">
      <stop stop-color="${oklch(0.86, 0.09, hue)}" /><stop offset="1" stop-color="${oklch(0.72, 0.13, hue + 35)}" />
    </linearGradient>
    <rect x="${x}" y="${y}" width="${size}" height="${size}" rx="${size * 0.22}" fill="url(#tile-${id})" />
    ${glyph ? raw(glyph.replace('<svg ', `<svg ${at} `)) : letters}`
}

interface CurveOptions {
  x: number
  y: number
  width: number
  height: number
}

function curve({ name }: Product, points: Drawn['points'], { x, y, width, height }: CurveOptions) {
  if (points.length < 2) return ''
  const instants = points.map(({ at }) => Date.parse(at))
  const from = Math.min(...instants)
  const length = Math.max(1, Math.max(...instants) - from)
  const most = Math.max(1, ...points.map(({ votes }) => votes))
  const line = points
    .map(({ votes }, index) => {
      const left = x + (width * ((instants[index] ?? from) - from)) / length
      return `${left.toFixed(1)},${(y + height - (height * votes) / most).toFixed(1)}`
    })
    .join(' ')
  const colour = oklch(0.53, 0.13, hueAngleOf(name))
  return html`<polygon points="${x},${y + height} ${line} ${x + width},${y + height}" fill="${colour}" fill-opacity="0.12" />
    <polyline points="${line}" fill="none" stroke="${colour}" stroke-width="4" stroke-linejoin="round" />`
}

function votesOf({ votesCount }: Product): string {
  return votesCount === null ? '' : votesCount.toLocaleString('en-US')
}

/** As hexadecimal digits: the library that draws does not know `oklch()`. */
function oklch(lightness: number, chroma: number, hue: number): string {
  const radians = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(radians), chroma * Math.sin(radians)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const digits = linear.map((value) => {
    const clamped = Math.min(1, Math.max(0, value))
    const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055
    return Math.round(255 * encoded)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${digits.join('')}`
}
