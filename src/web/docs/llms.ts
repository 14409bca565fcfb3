import type { GuideGroup } from './contents.ts'
import type { DocsPage } from './guide.ts'

/** The list of all pages for language models. https://llmstxt.org */
export function llmsTxt(groups: readonly GuideGroup[]): string {
  const sections = groups.map(({ name, entries }) => {
    const links = entries.map(
      ({ title, slug, about }) => `- [${title}](/docs/${slug}.md): ${about}`,
    )
    return `## ${name}\n\n${links.join('\n')}\n`
  })
  const intro = `# Launchboard\n\n> Ranks product launches and talks about them: over HTTP, and as an agent that streams its answers.\n\nThe HTTP API is described at [/openapi.json](/openapi.json), and everything on one page at
[/llms-full.txt](/llms-full.txt).\n`
  return [intro, ...sections].join('\n')
}

/** All pages, one after another. */
export function llmsFullTxt(pages: readonly DocsPage[]): string {
  return pages.map(({ slug, markdown }) => `<!-- /docs/${slug}.md -->\n\n${markdown}`).join('\n')
}
