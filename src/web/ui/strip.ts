/** Scrolls a strip, a positioned element, to one of its items. `scrollIntoView` may scroll the page too. */
export function showInStrip(strip: HTMLElement | null, item: HTMLElement | null | undefined): void {
  if (strip && item) strip.scrollLeft = item.offsetLeft - (strip.clientWidth - item.offsetWidth) / 2
}
