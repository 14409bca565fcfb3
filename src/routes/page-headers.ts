/** Pictures of products come from Product Hunt's image host. */
const IMAGES = "img-src 'self' data: https://ph-files.imgix.net"

/** Headers of the page's files by path, which may end with `*`. Later rules take precedence. */
const RULES: readonly { path: string; headers: Readonly<Record<string, string>> }[] = [
  {
    path: '/*',
    headers: {
      'content-security-policy': policy(
        `script-src 'self'; style-src 'self'; ${IMAGES}; manifest-src 'self'; font-src 'self' data:`,
        "frame-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'",
        "frame-ancestors 'none'",
      ),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    },
  },
  {
    // The board for other pages: any site may show it in a frame.
    path: '/embed',
    headers: {
      'content-security-policy': policy(
        `script-src 'self'; style-src 'self'; ${IMAGES}; font-src 'self' data:; connect-src 'self'`,
        "form-action 'none'; base-uri 'none'; frame-ancestors *",
      ),
    },
  },
  {
    // These names contain a hash of the content.
    path: '/assets/page/*',
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
  },
  // Modules that the widget loads on pages of other sites.
  ...['/assets/confetti.js', '/assets/charts.js'].map((path) => ({
    path,
    headers: { 'access-control-allow-origin': '*' },
  })),
  ...['/llms.txt', '/llms-full.txt'].map((path) => ({
    path,
    headers: { 'cache-control': 'public, max-age=3600' },
  })),
  {
    // The drawings of the sample, which are seldom others.
    path: '/assets/icons/*',
    headers: { 'cache-control': 'public, max-age=86400' },
  },
]

function policy(...directives: string[]) {
  return ["default-src 'none'", ...directives].join('; ')
}

export function pageHeaders(path: string): Readonly<Record<string, string>> {
  const rules = RULES.filter(({ path: pattern }) => matches(pattern, path))
  return Object.assign({}, ...rules.map(({ headers }) => headers))
}

function matches(pattern: string, path: string) {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern
}

/**
 * The same rules in the file that Cloudflare reads. There a header of several rules has all of their
 * values, unless `!` takes the earlier ones away.
 * https://developers.cloudflare.com/workers/static-assets/headers/
 */
export function headersFile(): string {
  const lines = RULES.map(({ path, headers }, at) => {
    const entries = Object.entries(headers).map(([name, value]) => {
      const isSet = at > 0 && RULES[0]?.headers[name] !== undefined
      return `${isSet ? `  ! ${name}\n` : ''}  ${name}: ${value}\n`
    })
    return `${path}\n${entries.join('')}`
  })
  return lines.join('\n')
}
