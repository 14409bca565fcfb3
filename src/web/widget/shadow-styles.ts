import css from './widget.css?inline'

const REM_PX = 16

/**
 * The widget's styles, for its shadow root alone. A constructed stylesheet needs no `style-src` of
 * the page around it.
 */
export function shadowStyles(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(forShadowRoot(css))
  return sheet
}

/**
 * `rem` is the size of the text of the page around it, which is not ours to go by. `@property` is
 * not read in a shadow root, so Tailwind's values for browsers without it are used everywhere.
 */
function forShadowRoot(text: string): string {
  return text
    .replace(/@supports \(\(\(?-webkit-hyphens[^{]+\{/, '@supports (color: red) {')
    .replace(/(?<!\\.)(\d*\.?\d+)rem\b(?!\\)/g, (_, size) => `${Number(size) * REM_PX}px`)
}
