import { type Arrival, PROBE_HEADER } from '#server/address-probes.ts'
import { type BaseContext, CliError } from './verb.ts'

/** A fake client address, reserved for documentation by RFC 5737. */
export const INVENTED = '203.0.113.77'
const METRICS_PORT = 9464
/** Tries several times, because a load balancer may send requests to other processes. */
const TRIES = 20
const PATIENCE_MS = 30_000

/**
 * Sends a request with a fake client address and reports how it arrived. Throws CliError for wrong options, or if the
 * server with this metrics port did not receive the request.
 */
export async function checkAddress(
  base: string,
  { options, random }: Pick<BaseContext, 'options' | 'random'>,
) {
  const url = healthUrl(base)
  const port = portOf(String(options['metrics-port'] ?? METRICS_PORT))
  const id = Buffer.from(random.bytes(16)).toString('hex')
  const arrival = await arrivalAt(port, id, () => probe(url, id))
  return { url, arrival, ...verdict(arrival, url) }
}

function healthUrl(text: string): string {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text))
    throw new CliError(`"${text}": must start with https:// or http://`)
  return new URL('/healthz', text).href
}

function portOf(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port < 1 || port > 65_535)
    throw new CliError(`--metrics-port: "${text}" is not a port`)
  return port
}

async function probe(url: string, id: string): Promise<void> {
  const headers = { [PROBE_HEADER]: id, 'X-Forwarded-For': INVENTED }
  const response = await fetched(url, headers)
  if (!response.ok) throw new CliError(`${url} answered ${response.status}`)
}

async function arrivalAt(port: number, id: string, send: () => Promise<void>): Promise<Arrival> {
  const url = `http://127.0.0.1:${port}/probes/${id}`
  for (let tries = 0; tries < TRIES; tries += 1) {
    await send()
    const response = await fetched(url)
    if (response.ok) return (await response.json()) as Arrival
  }
  throw new CliError(
    `${TRIES} requests did not reach the server whose metrics port is ${port}: check the URL and --metrics-port`,
  )
}

async function fetched(url: string, headers: Record<string, string> = {}): Promise<Response> {
  try {
    return await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
    throw new CliError(`${new URL(url).origin}: ${cause?.code ?? cause?.message ?? message}`)
  }
}

/**
 * Compares TRUST_PROXY with the number of proxies that added an address: the entries after the fake one, or all entries
 * if a proxy removed the client's header.
 */
function verdict({ forwardedFor, trustProxy }: Arrival, url: string): { ok: boolean; advice: string } {
  const added = forwardedFor.slice(forwardedFor.lastIndexOf(INVENTED) + 1).length
  if (trustProxy > added)
    return {
      ok: false,
      advice: `Wrong: customers can forge their address, so the limits per address have no effect. ${fix(added)}`,
    }
  if (trustProxy < added)
    return {
      ok: false,
      advice: `Wrong: customers share the address of a proxy, and its limit. ${fix(added)}`,
    }
  if (added > 0 || !url.startsWith('https:'))
    return { ok: true, advice: `Right: ${added} proxies in front of the server add an address.` }
  return {
    ok: false,
    advice:
      'Wrong: the proxy that answers https:// does not add the customer’s address to X-Forwarded-For, so customers share the proxy’s. See docs/guides/go-live.md.',
  }
}

const fix = (added: number) => `Set TRUST_PROXY=${added} and restart the server.`
