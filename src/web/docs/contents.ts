export interface GuideGroup {
  name: string
  entries: Entry[]
}

interface Entry {
  title: string
  slug: string
  /** What the page is about, in a sentence. */
  about: string
}

/** The groups of `docs/README.md`, which lists every page: `- [title](file.md): what it is about.` */
export function contentsOf(readme: string): GuideGroup[] {
  return readme
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      name: section.split('\n')[0] ?? '',
      entries: [...section.matchAll(/^- \[(.+?)\]\((.+?)\.md\): (.+(?:\n {2}.+)*)$/gm)].map(
        ([, title = '', slug = '', about = '']) => ({
          title,
          slug,
          about: about.replaceAll(/\n +/g, ' '),
        }),
      ),
    }))
}
