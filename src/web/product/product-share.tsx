import { Share2 } from 'lucide'
import type { Product } from '../api/response-types.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Menu } from '../ui/menu.tsx'
import { productHref } from './product-row.tsx'

const ITEM = 'w-full justify-start'

/** A link to a product, and a badge with its rank for pages of its makers. */
export function ProductShare({ product }: { product: Product }) {
  const address = location.origin + productHref(product.id)
  const badge = `${address}/badge.svg`
  const items = [
    { label: 'Copy link', text: () => address },
    { label: 'Markdown', text: () => markdownLink(product.name, address) },
    { label: 'Badge', text: () => `[![${markdownText(product.name)}](${badge})](${address})` },
  ]
  return (
    <Menu label="Share" icon={Share2}>
      <div class="-m-1 flex flex-col">
        {items.map((item) => (
          <CopyButton key={item.label} kind="ghost" class={ITEM} {...item} />
        ))}
        <img
          src={`${productHref(product.id)}/badge.svg`}
          alt=""
          loading="lazy"
          class="mx-3 mt-2 h-7 self-start"
        />
      </div>
    </Menu>
  )
}

export function markdownLink(text: string, address: string): string {
  return `[${markdownText(text)}](${address})`
}

/** Names must not become markup where this is pasted. */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&')
}
