type Protocol = 'http' | 'https'

export interface AlgoliaHost {
  url: string
  protocol: Protocol
  port: number | undefined
  accept: 'readWrite'
}

/** The hosts of an application in the order in which to ask them: the nearest, then one spare. */
export function algoliaHosts(applicationId: string, url: string | undefined): AlgoliaHost[] {
  if (url !== undefined) return [hostAt(url)]
  return [`${applicationId}-dsn.algolia.net`, `${applicationId}-1.algolianet.com`].map((host) =>
    hostAt(`https://${host}`),
  )
}

function hostAt(address: string): AlgoliaHost {
  const { hostname, port, protocol } = new URL(address)
  return {
    url: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    port: port === '' ? undefined : Number(port),
    accept: 'readWrite',
  }
}
