import { ExternalLink, MessageCircle } from 'lucide'
import { useRoute } from 'preact-iso'
import { request } from '../api/request.ts'
import { RequestError } from '../api/request-error.ts'
import type { Product, ProductResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { AccessGate } from '../shell/access-gate.tsx'
import { NotFound } from '../shell/not-found.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Icon } from '../ui/icon.tsx'
import { PageHeading } from '../ui/page.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { dateFormat, formatCount, LOCAL_TIMEZONE } from './format.ts'
import { productHref, webAddress } from './product-link.tsx'
import { ProductPicture } from './product-picture.tsx'
import { ProductRow, topicHref } from './product-row.tsx'
import { RankList } from './rank-list.tsx'
import { ResponseNotices, ResponseSource } from './response-source.tsx'
import { isSample, SampleBadge } from './sample.tsx'
import { VotesOverTime } from './votes-over-time.tsx'

/** One product: what it is, how it stands, and what is like it. */
export function ProductPage() {
  const { params } = useRoute()
  return (
    <div class="mx-auto w-full max-w-4xl px-4 py-6 sm:px-6 sm:py-10">
      <AccessGate>
        <LoadedProduct id={params.id ?? ''} />
      </AccessGate>
    </div>
  )
}

function LoadedProduct({ id }: { id: string }) {
  const query = new URLSearchParams({ tz: LOCAL_TIMEZONE })
  const { data, isCurrent, error, reload } = useQuery(id, (signal) =>
    request<ProductResponse>(`/api/products/${encodeURIComponent(id)}?${query}`, { signal }),
  )
  if (error instanceof RequestError && error.status === 404) {
    return <NotFound lead="There is no product at this address. It may have been taken down." />
  }
  if (data && isCurrent) return <ProductContent answer={data} />
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

function ProductContent({ answer }: { answer: ProductResponse }) {
  const { product, related, ranks } = answer
  const topic = product.topics.find((name) => related.some(({ topics }) => topics.includes(name)))
  const alike = topic ? related.filter(({ topics }) => topics.includes(topic)).slice(0, 6) : []
  return (
    <article class="space-y-8">
      <ProductHead product={product} />
      <ResponseNotices response={answer} />
      <VotesOverTime id={product.id} />
      <RankList ranks={ranks} timezone={answer.tz} product={product} />
      {topic && (
        <section aria-labelledby="more">
          <h2 id="more" class="mb-3 text-lg font-semibold tracking-tight">
            More in{' '}
            <a href={topicHref(topic)} class="text-accent underline-offset-4 hover:underline">
              {topic}
            </a>
          </h2>
          <ul aria-label={`More in ${topic}`} class="grid gap-3 sm:grid-cols-2">
            {alike.map((other) => (
              <li key={other.id} class="card relative min-w-0 p-3 hover:bg-sunken/40">
                <ProductRow product={other} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ResponseSource response={answer} />
    </article>
  )
}

function ProductHead({ product }: { product: Product }) {
  const { name, tagline, topics } = product
  const url = webAddress(product)
  const question = `Tell me more about ${name.slice(0, 120)}`
  return (
    <header class="space-y-5">
      <div class="flex items-start gap-4 sm:gap-6">
        <ProductPicture product={product} class="size-16 sm:size-24" />
        <div class="min-w-0 flex-1">
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
      <div class="flex flex-wrap items-center gap-2">
        {url && (
          <ButtonLink kind="primary" href={url} target="_blank" rel="noopener nofollow">
            <Icon node={ExternalLink} />
            Visit
          </ButtonLink>
        )}
        <ButtonLink href={`/chat?${new URLSearchParams({ q: question })}`}>
          <Icon node={MessageCircle} />
          Ask about this
        </ButtonLink>
        <CopyButton label="Copy link" text={() => location.origin + productHref(product.id)} />
        {isSample(product) && <SampleBadge />}
      </div>
      <Figures product={product} />
    </header>
  )
}

function Figures({ product }: { product: Product }) {
  const { votesCount, commentsCount, launchedAt } = product
  const launched = dateFormat(LOCAL_TIMEZONE, { dateStyle: 'full', timeStyle: 'short' })
  return (
    <div class="card flex flex-wrap gap-x-10 gap-y-3 px-5 py-4 text-muted">
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
    <p>
      <span class="text-2xl font-semibold text-ink tabular-nums">{formatCount(count)}</span>{' '}
      {count === 1 ? noun : `${noun}s`}
    </p>
  )
}

function ProductSkeleton() {
  return (
    <div aria-busy="true" class="space-y-5">
      <p role="status" class="sr-only">
        Loading the product…
      </p>
      <Skeleton class="h-24 rounded-lg" />
      <Skeleton class="h-9 w-64" />
      <Skeleton class="h-16 rounded-lg" />
    </div>
  )
}
