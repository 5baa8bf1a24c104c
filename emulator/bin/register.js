// Preload script for a back end in Node: `node --import liff-emulator/register server.js`. Sends the requests of this
// process to LINE's hosts (fetch, node:http and node:https) to the emulator at LIFF_EMULATOR_URL instead, connects its other
// clients (node:http2, node:tls and the package undici) to the emulator's HTTPS server, and rewrites its servers' redirects to
// LINE, for a browser that opened the app at its own address. It is plain JavaScript without imports from the package, because
// it runs before everything else in every child process.
import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'
import tls from 'node:tls'
import { urlToHttpOptions } from 'node:url'

const emulator = new URL(process.env.LIFF_EMULATOR_URL || 'http://localhost:4400')

/** The same domains as in `line-hosts.ts`. A unit test compares the two. */
const LINE_DOMAINS = ['line.me', 'line-scdn.net', 'line-apps.com', 'lin.ee', 'manager.line.biz']

/** Header that marks a request as a server's: the phone's network does not affect it. */
const MARK = ['x-liff-emulator-client', 'server']

/** @param {string} host */
const isLineHost = host => LINE_DOMAINS.some(domain => host === domain || host.endsWith(`.${domain}`))

/** @param {string} host @param {string} path */
const localUrl = (host, path) => new URL(`/__line/${host}${path}`, emulator)

const realFetch = globalThis.fetch

/** @param {RequestInfo | URL} input @param {RequestInit} [init] */
globalThis.fetch = async function fetch(input, init) {
  const address = input instanceof Request ? input.url : String(input)
  const url = URL.canParse(address) ? new URL(address) : null
  if (url === null || !isLineHost(url.hostname)) return realFetch(input, init)
  const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
  headers.set(MARK[0], MARK[1])
  const target = localUrl(url.host, url.pathname + url.search)
  if (!(input instanceof Request)) return realFetch(target, { ...init, headers })
  // `new Request` accepts the streamed body of another request only with this option.
  return realFetch(new Request(target, new Request(input, { duplex: 'half' })), { ...init, headers })
}

/** Returns a copy of the headers without `Host`, with the mark. @param {unknown} given */
function markedHeaders(given) {
  if (Array.isArray(given)) {
    const pairs = given.every(Array.isArray)
      ? given
      : given.flatMap((name, at) => (at % 2 === 0 ? [[name, given[at + 1]]] : []))
    return [...pairs.filter(([name]) => !/^host$/i.test(name)), ['Host', emulator.host], MARK].flat()
  }
  const kept = Object.entries(given ?? {}).filter(([name]) => !/^host$/i.test(name))
  return Object.fromEntries([...kept, MARK])
}

/** Returns the options of a request; null if its URL is invalid. @param {unknown[]} args */
function optionsOf([first, second]) {
  const isUrl = typeof first === 'string' || first instanceof URL
  if (isUrl && !URL.canParse(String(first))) return null
  const more = typeof second === 'object' && second !== null ? second : {}
  return isUrl ? { ...urlToHttpOptions(new URL(first)), ...more } : { ...first }
}

const { LIFF_EMULATOR_PROXY: ownProxy = '' } = process.env
const proxyPort = URL.canParse(ownProxy) ? new URL(ownProxy).port : null

/**
 * Returns the options without the emulator's proxy if a client sends https to the proxy itself, with the URL as the path. axios
 * before 0.19 does so, and no proxy understands it.
 * @param {Record<string, unknown>} options
 */
function withoutProxy(options) {
  const { hostname, port, path } = options
  if (hostname !== '127.0.0.1' || String(port) !== proxyPort || !URL.canParse(String(path))) return null
  return { ...options, host: null, ...urlToHttpOptions(new URL(String(path))) }
}

/** Returns the options of a request to the emulator; null if the request is not for LINE. @param {unknown[]} args */
function redirected(args) {
  const options = optionsOf(args)
  if (options === null) return null
  const host = String(options.hostname ?? options.host ?? '').replace(/:\d+$/, '')
  if (!isLineHost(host)) return null
  const { pathname, search } = localUrl(host, options.path ?? '/')
  const { agent, createConnection, defaultPort, href, host: _, ...kept } = options
  return {
    ...kept,
    protocol: emulator.protocol,
    hostname: emulator.hostname,
    port: emulator.port,
    path: pathname + search,
    headers: markedHeaders(options.headers),
  }
}

const secure = emulator.protocol === 'https:'
const toEmulator = secure ? https.request : http.request

for (const module of [http, https]) {
  const { request: realRequest, get: realGet } = module
  module.request = function request(...args) {
    const callback = args.find(arg => typeof arg === 'function')
    const direct = module === https ? withoutProxy(optionsOf(args) ?? {}) : null
    const options = redirected(direct === null ? args : [direct])
    if (options !== null) return toEmulator(options, callback)
    return direct === null ? realRequest.apply(this, args) : realRequest.call(this, direct, callback)
  }
  module.get = function get(...args) {
    const isForProxy = module === https && withoutProxy(optionsOf(args) ?? {}) !== null
    return isForProxy || redirected(args) !== null ? module.request(...args).end() : realGet.apply(this, args)
  }
}

/** Port of the emulator's HTTPS server, which has certificates for LINE's hosts. Only `exec` and `start` set it. */
const tlsPort = Number(process.env.LIFF_EMULATOR_TLS_PORT)
const realConnect = tls.connect

/**
 * Returns the options of `tls.connect(options)` or `tls.connect(port, host, options)`; null if it connects to a pipe.
 * @param {unknown[]} args
 */
function tlsOptions([first, second, third]) {
  if (typeof first === 'object') return first
  if (!/^\d+$/.test(String(first))) return null
  const host = typeof second === 'string' ? { host: second } : {}
  return { ...host, ...[second, third].find(arg => typeof arg === 'object'), port: Number(first) }
}

/** @param {unknown[]} args */
function connect(...args) {
  const options = tlsOptions(args)
  const host = options?.host ?? options?.servername ?? ''
  // With `socket`, the connection exists already: it goes through a proxy, perhaps the emulator's.
  if (!options || options.socket || !isLineHost(host)) return realConnect.apply(this, args)
  return realConnect(
    { servername: host, ...options, host: '127.0.0.1', port: tlsPort },
    args.find(arg => typeof arg === 'function'),
  )
}

if (tlsPort > 0) tls.connect = connect

/** Returns the value of a response header: a redirect to LINE leads to the emulator. @param {unknown} name @param {unknown} value */
function localHeader(name, value) {
  if (!/^location$/i.test(String(name)) || !URL.canParse(String(value))) return value
  const { hostname, host, pathname, search, hash } = new URL(String(value))
  return isLineHost(hostname) ? localUrl(host, pathname + search + hash).href : value
}

/** @param {unknown} given */
function localHeaders(given) {
  if (typeof given !== 'object' || given === null) return given
  if (!Array.isArray(given))
    return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, localHeader(name, value)]))
  return given.map((value, at) =>
    Array.isArray(value)
      ? [value[0], localHeader(value[0], value[1])]
      : at % 2 === 1
        ? localHeader(given[at - 1], value)
        : value,
  )
}

const { prototype } = http.ServerResponse
const { setHeader: realSetHeader, writeHead: realWriteHead } = prototype

/** @param {string} name @param {unknown} value */
prototype.setHeader = function setHeader(name, value) {
  return realSetHeader.call(this, name, localHeader(name, value))
}

/** @param {unknown[]} args */
prototype.writeHead = function writeHead(...args) {
  return realWriteHead.apply(this, args.map(localHeaders))
}

syncBuiltinESMExports()
