import { isLoopback } from '../loopback.ts'

/** The user's own proxy, which receives requests to all hosts other than LINE's. */
export type Upstream = {
  /** Returns null if the URL does not need a proxy. */
  readonly proxyFor: (url: URL) => URL | null
  /** Names of variables whose proxy uses an unsupported protocol, such as SOCKS. */
  readonly unsupported: readonly string[]
}

/** Marks the emulator's own proxy, so that a nested `exec` does not mistake it for the user's. */
export const OWN_PROXY_VARIABLE = 'LIFF_EMULATOR_PROXY'

function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  return env[name.toLowerCase()] || env[name.toUpperCase()] || undefined
}

export function noProxyEntries(env: NodeJS.ProcessEnv): string[] {
  return (variable(env, 'no_proxy') ?? '').split(/[\s,]+/).filter(entry => entry !== '')
}

/** An entry covers the host and its subdomains; `*` covers every host. */
export function coversHost(entry: string, host: string): boolean {
  const domain = entry
    .toLowerCase()
    .replace(/:\d+$/, '')
    .replace(/^\*?\./, '')
  return domain === '*' || host === domain || host.endsWith(`.${domain}`)
}

export function upstreamFrom(env: NodeJS.ProcessEnv): Upstream {
  const excluded = noProxyEntries(env)
  const unsupported: string[] = []
  function read(name: string): URL | null {
    const found = [name, 'all_proxy'].find(candidate => variable(env, candidate) !== undefined)
    const text = found === undefined ? undefined : variable(env, found)
    if (found === undefined || text === undefined || text === env[OWN_PROXY_VARIABLE]) return null
    const address = text.includes('://') ? text : `http://${text}`
    if (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)) return new URL(address)
    unsupported.push(found.toUpperCase())
    return null
  }
  const proxies = { 'http:': read('http_proxy'), 'https:': read('https_proxy') }
  function proxyFor({ protocol, hostname }: URL): URL | null {
    if (isLoopback(hostname) || excluded.some(entry => coversHost(entry, hostname))) return null
    return protocol === 'http:' ? proxies['http:'] : proxies['https:']
  }
  return { proxyFor, unsupported: [...new Set(unsupported)] }
}

export function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'Proxy-Authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}
