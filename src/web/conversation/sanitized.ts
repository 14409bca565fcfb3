import createDOMPurify from 'dompurify'

const purify = createDOMPurify(window)

const CONFIG = {
  ALLOWED_TAGS: [
    ...['a', 'b', 'blockquote', 'br', 'code', 'del', 'em', 'h3', 'hr', 'i', 'li', 'ol', 'p', 'pre'],
    ...['s', 'strong', 'sub', 'sup', 'table', 'tbody', 'td', 'th', 'thead', 'tr', 'ul'],
  ],
  ALLOWED_ATTR: ['align', 'href', 'start'],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  ALLOWED_URI_REGEXP: /^https?:\/\//i,
  RETURN_DOM_FRAGMENT: true,
} as const

/**
 * What may be shown of HTML that others wrote: text with its structure, and links to the web that
 * open elsewhere. No images, no styles, no ids, nothing that runs or that is sent.
 */
export function sanitized(html: string): DocumentFragment {
  const fragment = purify.sanitize(html, {
    ...CONFIG,
    ALLOWED_TAGS: [...CONFIG.ALLOWED_TAGS],
    ALLOWED_ATTR: [...CONFIG.ALLOWED_ATTR],
  })
  for (const link of fragment.querySelectorAll('a')) readyLink(link)
  for (const table of fragment.querySelectorAll('table')) {
    const frame = document.createElement('div')
    table.replaceWith(frame)
    frame.append(table)
    makeScrollable(frame, 'Table')
  }
  for (const code of fragment.querySelectorAll<HTMLElement>('pre')) makeScrollable(code, 'Code')
  return fragment
}

function readyLink(link: HTMLAnchorElement) {
  if (!link.hasAttribute('href')) return link.replaceWith(...link.childNodes)
  link.target = '_blank'
  link.rel = 'noopener nofollow'
}

/** What is wider than its place scrolls by itself, with the keyboard as well. */
function makeScrollable(element: HTMLElement, label: string) {
  element.className = 'scrollable'
  element.tabIndex = 0
  element.setAttribute('role', 'group')
  element.setAttribute('aria-label', label)
}
