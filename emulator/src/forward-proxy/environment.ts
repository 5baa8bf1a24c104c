import { delimiter } from 'node:path'
import { isLineHost, LINE_DOMAINS } from '../line-hosts.ts'
import { TRUSTSTORE_PASSWORD } from './java-truststore.ts'
import type { ForwardProxy } from './start.ts'
import { coversHost, noProxyEntries, OWN_PROXY_VARIABLE } from './upstream.ts'

const LOCAL_HOSTS = ['localhost', '.localhost', '127.0.0.1', '::1']

/** True if this `NO_PROXY` entry would lead a program to the real LINE. */
function coversLine(entry: string): boolean {
  const host = entry.toLowerCase().replace(/:\d+$/, '')
  if (host.startsWith('*') && LINE_DOMAINS.some(domain => domain.endsWith(host.slice(1)))) return true
  return isLineHost(host.replace(/^\*?\./, '')) || LINE_DOMAINS.some(domain => coversHost(host, domain))
}

function noProxy(env: NodeJS.ProcessEnv): string {
  const kept = noProxyEntries(env).filter(entry => !coversLine(entry))
  return [...new Set([...kept, ...LOCAL_HOSTS])].join(',')
}

/** Java does not read proxies from the environment, so it needs JVM options. */
function javaOptions({ url, trust }: ForwardProxy, { JAVA_TOOL_OPTIONS = '' }: NodeJS.ProcessEnv): string {
  const { hostname, port } = new URL(url)
  const truststore = /\s/.test(trust.java) ? `"${trust.java}"` : trust.java
  const options = [
    ...['http', 'https'].flatMap(scheme => [
      `-D${scheme}.proxyHost=${hostname}`,
      `-D${scheme}.proxyPort=${port}`,
    ]),
    `-Djavax.net.ssl.trustStore=${truststore}`,
    '-Djavax.net.ssl.trustStoreType=JKS',
    `-Djavax.net.ssl.trustStorePassword=${TRUSTSTORE_PASSWORD}`,
  ]
  return [JAVA_TOOL_OPTIONS, ...options].join(' ').trim()
}

/** Returns variables that make programs in any language use the proxy and trust it. They extend those in `env`. */
export function proxyEnvironment(proxy: ForwardProxy, env: NodeJS.ProcessEnv = process.env) {
  const { url, tlsPort, trust } = proxy
  const direct = noProxy(env)
  const { PYTHONPATH, PHP_INI_SCAN_DIR = '' } = env
  return {
    HTTPS_PROXY: url,
    https_proxy: url,
    NO_PROXY: direct,
    no_proxy: direct,
    // Ruby's Net::HTTP also uses HTTP_PROXY for HTTPS.
    HTTP_PROXY: url,
    http_proxy: url,
    [OWN_PROXY_VARIABLE]: url,
    SSL_CERT_FILE: trust.roots,
    REQUESTS_CA_BUNDLE: trust.roots,
    CURL_CA_BUNDLE: trust.roots,
    NODE_EXTRA_CA_CERTS: trust.extra,
    PYTHONPATH: PYTHONPATH ? `${trust.python}${delimiter}${PYTHONPATH}` : trust.python,
    LIFF_EMULATOR_TLS_PORT: String(tlsPort),
    // PHP interprets an empty first entry as its compiled-in folder.
    PHP_INI_SCAN_DIR: `${PHP_INI_SCAN_DIR}${delimiter}${trust.php}`,
    JAVA_TOOL_OPTIONS: javaOptions(proxy, env),
  }
}
