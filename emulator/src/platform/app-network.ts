import { APP_HOST } from '../scenario/fault-schema.ts'
import type { Line } from '../world/line.ts'
import { type NetworkOutcome, throughInterference } from './faults.ts'

export type AppRequest = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>

/** Applies the phone's network to a request for the app's own server if a browser sent it. */
export async function applyAppNetwork(line: Line, request: AppRequest): Promise<NetworkOutcome> {
  // Servers, tests and curl do not send this header.
  if (!request.headers.has('sec-fetch-site')) return { kind: 'pass' }
  const { pathname, search } = new URL(request.url)
  const url = new URL(pathname + search, `http://${APP_HOST}`)
  return throughInterference(line, { request, url, via: 'phone' })
}
