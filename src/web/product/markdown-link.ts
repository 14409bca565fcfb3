export function markdownLink(text: string, address: string): string {
  return `[${markdownText(text)}](${address})`
}

/** Names must not become markup where this is pasted. */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&')
}
