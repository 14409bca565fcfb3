import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { marked, type Token, type Tokens } from 'marked'

/** A block of code in a document. */
export interface Block {
  document: string
  language: string
  /** The file that it shows. */
  file: string | undefined
  text: string
  /** What is shown as its answer, where something is. */
  shown: string
}

const RUN = ['sh', 'js', 'ts', 'tsx', 'python']

export function blocksOf(document: string): Block[] {
  const leaves: Token[] = []
  void marked.walkTokens(marked.lexer(readFileSync(document, 'utf8')), (token) => {
    if (/^(code|paragraph|heading|table|list_item)$/.test(token.type)) leaves.push(token)
  })
  return leaves.flatMap((token, at) => {
    if (!isCode(token)) return []
    const [language = '', file] = (token.lang ?? '').split(' ')
    const next = leaves[at + 1]
    const isShown = next && isCode(next) && ['', 'json'].includes(next.lang ?? '')
    const shown = language === 'sh' && isShown ? next.text : ''
    return [{ document, language, file, text: token.text, shown }]
  })
}

const isCode = (token: Token): token is Tokens.Code => token.type === 'code'

export const isRun = ({ language }: Block) => RUN.includes(language)

/** The anchors of a document's headings, as GitHub makes them. */
export function anchorsOf(document: string): string[] {
  const headings = marked
    .lexer(readFileSync(document, 'utf8'))
    .filter((token): token is Tokens.Heading => token.type === 'heading')
  return headings.map(({ text }) =>
    text
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Where the links and pictures of a document lead in the repository. */
export function linksOf(document: string): { link: string; file: string; anchor?: string }[] {
  const html = marked.parse(readFileSync(document, 'utf8'), { async: false })
  return [...html.matchAll(/(?:href|src)="([^"]*)"/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link))
    .map((link) => {
      const [path = '', anchor] = link.split('#')
      const file = path === '' ? document : join(dirname(document), path)
      return { link, file, ...(anchor && { anchor }) }
    })
}

/** Every field of it, however deep, and also where JSON stands in a text of JSON. */
export function fieldsIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\\?"(\w+)\\?":/g)].map(([, name = '']) => name))]
}

/** The pieces of an answer's text that it streams. */
export function textsIn(text: string): string[] {
  const pieces = text.matchAll(/"(?:delta|type":"text_delta","content)":"([^"\\…]*)"/g)
  return [...pieces].map(([, piece = '']) => piece)
}

/** The lines of an answer that is no JSON. */
export function linesIn(text: string): string[] {
  return /[{}]|^event:/m.test(text) ? [] : text.split('\n')
}
