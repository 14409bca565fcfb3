/** Blocks that need more than this machine, or that never end, each with its reason. */
export const OUTSIDE: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/<your host>/, 'a deployment'],
  [/https:\/\/example\.com/, 'a web site; test/services/ has a catalogue at a URL'],
  [/PRODUCTHUNT_API_TOKEN|SOURCE=show-hn/, 'an upstream; test/sources/ has them on loopback'],
  [/cloudflared|docker|turso/, 'another program; test/deploy/ has the image'],
  [/sudo/, 'root; test/deploy/ has the unit'],
  [/claude mcp|add-mcp/, 'another program; test/cli/ has the command over MCP'],
  [/npm run deploy|npx wrangler/, 'an account; test/deploy/ has a deployment'],
  [/npm (pack|link|install <)/, 'a folder for packages; test/runtime/ has the package'],
  [/^from openai/, "Python's package; test/examples/ has it"],
  [/@copilotkit|process\.env\.LAUNCHBOARD_URL/, 'a front end; test/examples/ has one'],
  [/chat-token/, 'a page with a server; test/web/ has the widget'],
]

/** Commands of these documents that a test only looks for: they build, test or never end. */
export const CHECKED = /* bash */ `
npm() {
  case "$1" in
    ci|install|test|link) ;;
    start) serve ;;
    run) node -e 'process.exit(process.argv[1] in require(process.env.ROOT + "/package.json").scripts ? 0 : 1)' "$2" ;;
    *) return 1 ;;
  esac
}
npx() {
  case "$1" in
    .) shift; launchboard "$@" ;;
    vitest|tsx) [ -e "$ROOT/\${@: -1}" ] ;;
    *) return 1 ;;
  esac
}
`
