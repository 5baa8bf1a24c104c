import { delimiter } from 'node:path'
import { isLineHost, LINE_DOMAINS } from '../line-hosts.ts'
import { TRUSTSTORE_PASSWORD } from './java-truststore.ts'
import type { ForwardProxy } from './start.ts'
import { coversHost, noProxyEntries, OWN_PROXY_VARIABLE } from './upstream.ts'

/** Hosts of this machine, which programs reach without the proxy. */
const LOCAL_HOSTS = ['localhost', '.localhost', '127.0.0.1', '::1']

/** True if an entry of `NO_PROXY` would make a program reach one of LINE's real hosts. */
function coversLine(entry: string): boolean {
  const host = entry.toLowerCase().replace(/:\d+$/, '')
  if (host.startsWith('*') && LINE_DOMAINS.some(domain => domain.endsWith(host.slice(1)))) return true
  return isLineHost(host.replace(/^\*?\./, '')) || LINE_DOMAINS.some(domain => coversHost(host, domain))
}

/** Returns the user's `NO_PROXY` without entries that cover LINE, and with this machine's own names. */
function noProxy(env: NodeJS.ProcessEnv): string {
  const kept = noProxyEntries(env).filter(entry => !coversLine(entry))
  return [...new Set([...kept, ...LOCAL_HOSTS])].join(',')
}

/** Returns the options of a JVM, after those that are already set. Java reads no proxy from the environment. */
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

/**
 * Returns the environment variables with which programs in Python, Go, PHP, Ruby, Java and others reach the emulated LINE
 * through the proxy, and trust it. They extend the variables in `env`.
 */
export function proxyEnvironment(proxy: ForwardProxy, env: NodeJS.ProcessEnv = process.env) {
  const { url, tlsPort, trust } = proxy
  const direct = noProxy(env)
  const { PYTHONPATH, PHP_INI_SCAN_DIR = '' } = env
  return {
    ...{ HTTPS_PROXY: url, https_proxy: url, NO_PROXY: direct, no_proxy: direct },
    // Ruby's Net::HTTP uses this variable for HTTPS, too.
    ...{ HTTP_PROXY: url, http_proxy: url },
    [OWN_PROXY_VARIABLE]: url,
    ...{ SSL_CERT_FILE: trust.roots, REQUESTS_CA_BUNDLE: trust.roots, CURL_CA_BUNDLE: trust.roots },
    NODE_EXTRA_CA_CERTS: trust.extra,
    PYTHONPATH: PYTHONPATH ? `${trust.python}${delimiter}${PYTHONPATH}` : trust.python,
    LIFF_EMULATOR_TLS_PORT: String(tlsPort),
    // An empty first entry means the folder that PHP was compiled with.
    PHP_INI_SCAN_DIR: `${PHP_INI_SCAN_DIR}${delimiter}${trust.php}`,
    JAVA_TOOL_OPTIONS: javaOptions(proxy, env),
  }
}
