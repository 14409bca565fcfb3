import { ExternalLink, ImageDown, MessageCircle, Scale, Share2 } from 'lucide'
import { useRoute } from 'preact-iso'
import { hueOf } from '../../core/monogram.ts'
import { isSample } from '../../ranking/headline.ts'
import { credentials, RequestError } from '../api/request.ts'
import type { Product, ProductResponse } from '../api/response-types.ts'
import { createAnswers, useAnswer } from '../api/use-query.ts'
import { useRefresh } from '../browser/online.ts'
import { AccessGate } from '../shell/access-gate.tsx'
import { NotFound } from '../shell/lazy-page.tsx'
import { Button, ButtonLink, Icon } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Menu } from '../ui/dialog.tsx'
import { ErrorNotice, Skeleton } from '../ui/notice.tsx'
import { PageHeading, PageSection } from '../ui/page.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { CompareBar, isChosen, toggleChosen } from './chosen.tsx'
import { dateFormat, formatCount, LOCAL_TIMEZONE } from './format.ts'
import { LaunchDay } from './launch-day.tsx'
import {
  Chip,
  ProductPicture,
  ProductRow,
  productHref,
  productLink,
  SampleBadge,
  topicHref,
  webUrl,
} from './product-row.tsx'
import { RankList, Standing } from './rank-list.tsx'
import { ResponseNotices, ResponseSource } from './response-source.tsx'
import { TellMe } from './tell-me.tsx'
import { VotesOverTime } from './votes-over-time.tsx'

/** One product: what it is, how it stands, and what is like it. */
export function ProductPage() {
  const { params } = useRoute()
  return (
    <div class="frame py-6 sm:py-8">
      <AccessGate>
        <LoadedProduct id={params.id ?? ''} />
        <CompareBar />
      </AccessGate>
    </div>
  )
}

const productAnswers = createAnswers<ProductResponse>()

function productPath(id: string): string {
  const query = new URLSearchParams({ tz: LOCAL_TIMEZONE })
  return `/api/products/${encodeURIComponent(id)}?${query}`
}

function LoadedProduct({ id }: { id: string }) {
  const { data, isCurrent, error, reload } = useAnswer(productAnswers, productPath(id))
  useRefresh(isCurrent && isUnderWay(data), reload)
  if (error instanceof RequestError && error.status === 404) {
    return <NotFound lead="There is no product at this address. It may have been taken down." />
  }
  if (data && isCurrent) return <ProductContent key={id} answer={data} />
  if (error === undefined) return <ProductSkeleton />
  return (
    <>
      <PageHeading title="Product" class="mb-4 text-2xl">
        This product could not be loaded
      </PageHeading>
      <ErrorNotice error={error} onRetry={reload} />
    </>
  )
}

/** Whether the day of its launch is not over. */
function isUnderWay(answer: ProductResponse | undefined): boolean {
  return Date.parse(answer?.ranks.day?.window.postedBefore ?? '') > Date.now()
}

function ProductContent({ answer }: { answer: ProductResponse }) {
  const { product, related, ranks, asOf } = answer
  const topic = product.topics.find((name) => related.some(({ topics }) => topics.includes(name)))
  const alike = topic ? related.filter(({ topics }) => topics.includes(topic)).slice(0, 6) : []
  return (
    <article class="space-y-7">
      <Breadcrumb answer={answer} />
      <ProductHead answer={answer} />
      <ResponseNotices response={answer} />
      {isUnderWay(answer) && <LaunchDay answer={answer} />}
      <VotesOverTime
        id={product.id}
        version={asOf.slice(0, 16)}
        neighbours={ranks.day?.neighbours ?? []}
      />
      <RankList ranks={ranks} timezone={answer.tz} product={product} />
      {topic && (
        <PageSection
          title={
            <>
              More in{' '}
              <a href={topicHref(topic)} class="text-accent underline-offset-4 hover:underline">
                {topic}
              </a>
            </>
          }
        >
          <ul aria-label={`More in ${topic}`} class="grid gap-3 sm:grid-cols-2">
            {alike.map((other) => (
              <li key={other.id} class="@container card relative min-w-0 p-3 hover:bg-sunken/40">
                <ProductRow product={other} />
              </li>
            ))}
          </ul>
        </PageSection>
      )}
      <ResponseSource response={answer} />
    </article>
  )
}

function ProductHead({ answer }: { answer: ProductResponse }) {
  const { product } = answer
  const { name, tagline, topics } = product
  const url = productLink(product)
  const question = `Tell me more about ${name.slice(0, 120)}`
  return (
    <header style={hueOf(name)} class="hero card space-y-5 p-5 sm:p-6">
      <div class="flex flex-wrap items-start gap-4 sm:gap-6">
        <ProductPicture product={product} class="size-16 sm:size-24" />
        <div class="min-w-0 flex-1 basis-40">
          <PageHeading title={name.slice(0, 80)} class="line-clamp-4 text-2xl sm:text-3xl">
            {name}
          </PageHeading>
          {tagline && <p class="mt-1 text-lg text-muted wrap-anywhere">{tagline}</p>}
          {topics.length > 0 && (
            <ul aria-label="Topics" class="mt-3 flex flex-wrap gap-1.5">
              {topics.map((topic) => (
                <li key={topic} class="max-w-full">
                  <Chip name={topic} href={topicHref(topic)} />
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      <About product={product} />
      <Figures product={product} />
      <Standing answer={answer} />
      <div class="flex flex-wrap items-center gap-2">
        {url && (
          <ButtonLink kind="primary" href={url} target="_blank" rel="noopener nofollow">
            <Icon node={ExternalLink} />
            Visit
          </ButtonLink>
        )}
        <ProductShare product={product} />
        <TellMe product={product} isUnderWay={isUnderWay(answer)} />
        <ButtonLink href={`/chat?${new URLSearchParams({ q: question })}`}>
          <Icon node={MessageCircle} />
          Ask about this
        </ButtonLink>
        <Button
          icon={Scale}
          aria-pressed={isChosen(product.id)}
          onClick={() => toggleChosen(product)}
        >
          Compare
        </Button>
        {isSample(product) && <SampleBadge />}
      </div>
    </header>
  )
}

/** What its source says of it besides. */
function About({ product: { website, description, makers } }: { product: Product }) {
  const address = webUrl(website)
  if (!description && !makers?.length && !address) return null
  return (
    <div class="max-w-prose space-y-1 text-muted wrap-anywhere">
      {description && <p class="line-clamp-6">{description}</p>}
      {makers && makers.length > 0 && <p>By {MAKERS.format(makers.slice(0, 8))}</p>}
      {address && (
        <p>
          <a
            href={address}
            target="_blank"
            rel="noopener nofollow"
            class="text-accent underline-offset-4 hover:underline"
          >
            {new URL(address).host}
          </a>
        </p>
      )}
    </div>
  )
}

const MAKERS = new Intl.ListFormat('en')

function Figures({ product }: { product: Product }) {
  const { votesCount, commentsCount, launchedAt } = product
  const launched = dateFormat(LOCAL_TIMEZONE, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <div class="flex flex-wrap gap-x-8 gap-y-2 text-muted">
      <Figure count={votesCount} noun="vote" />
      <Figure count={commentsCount} noun="comment" />
      {launchedAt && (
        <p class="self-end">
          Launched{' '}
          <time dateTime={launchedAt} class="text-ink">
            {launched.format(new Date(launchedAt))}
          </time>
        </p>
      )}
    </div>
  )
}

function Figure({ count, noun }: { count: number | null; noun: string }) {
  if (count === null) return null
  return (
    <p key={count}>
      <span class="text-2xl font-semibold text-ink tabular-nums">{formatCount(count)}</span>{' '}
      {count === 1 ? noun : `${noun}s`}
    </p>
  )
}

function ProductSkeleton() {
  return (
    <div aria-busy="true" class="appear-late space-y-5">
      <p role="status" class="sr-only">
        Loading the product…
      </p>
      <Skeleton class="h-72 rounded-lg" />
      <Skeleton class="h-75 rounded-lg" />
    </div>
  )
}

const ITEM = 'w-full justify-start'

/** A link to a product, and a badge with its rank for pages of its makers. */
function ProductShare({ product }: { product: Product }) {
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
        <PictureLink href={`${productHref(product.id)}/share.png`} />
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

/** The picture that programs show beside a link. Where callers need a token there is none. */
export function PictureLink({ href }: { href: string }) {
  if (credentials().authorization) return null
  return (
    <ButtonLink kind="ghost" class={ITEM} href={href} download="launchboard.png">
      <Icon node={ImageDown} />
      Download picture
    </ButtonLink>
  )
}

export function markdownLink(text: string, address: string): string {
  return `[${markdownText(text)}](${address})`
}

/** Names must not become markup where this is pasted. */
export function markdownText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#|~]/g, '\\$&')
}
