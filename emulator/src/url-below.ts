function partsOf(text: string): string[] {
  return text.slice(1).split('&').filter(Boolean)
}

function without(list: readonly string[], taken: readonly string[]): string[] {
  const left = [...list]
  for (const item of taken) {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
  }
  return left
}

function isUnder(endpoint: URL, url: URL): boolean {
  const base = endpoint.pathname.replace(/\/$/, '')
  const next = url.pathname[base.length]
  return (
    endpoint.origin === url.origin &&
    url.pathname.startsWith(endpoint.pathname.endsWith('/') ? `${base}/` : base) &&
    (next === undefined || next === '/')
  )
}

function pathBelow(endpoint: URL, url: URL): string {
  const rest = url.pathname.slice(endpoint.pathname.length)
  if (rest === '' || rest === '/') return ''
  return rest.startsWith('/') ? rest : `/${rest}`
}

function queryOf(items: readonly string[]): string {
  return items.length > 0 ? `?${items.join('&')}` : ''
}

/** Parts of the hash with which LINE opens an app: tokens, and a sub-window’s proofs. */
const CREDENTIAL =
  /^(access_token|context_token|feature_token|id_token|client_id|mst_verifier|mst_challenge|msit)/

function hashWithoutCredentials(url: URL): string {
  return partsOf(url.hash)
    .filter(part => !CREDENTIAL.test(part))
    .join('&')
}

/** Returns the path, query and hash for a permanent link, or null if the page is not below the endpoint. */
export function linkBelow(endpointUrl: string, pageUrl: string): string | null {
  const [endpoint, url] = [new URL(endpointUrl), new URL(pageUrl)]
  if (!isUnder(endpoint, url)) return null
  const own = (text: string) => partsOf(text).filter(part => !part.startsWith('liff.'))
  const items = without(own(url.search), own(endpoint.search))
  const hash = hashWithoutCredentials(url)
  return `${pathBelow(endpoint, url)}${queryOf(items)}${hash === '' ? '' : `#${hash}`}`
}
