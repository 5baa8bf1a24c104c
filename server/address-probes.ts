/** Header with an id that the sender of a request made up, to look up on the metrics port how the request arrived. */
export const PROBE_HEADER = 'x-address-probe'

/** How a request arrived. */
export type Arrival = {
  /** Entries of `X-Forwarded-For`. */
  readonly forwardedFor: readonly string[]
  /** Address at the other end of the connection, usually a proxy's. */
  readonly connection: string
  /** Address or network to which the server's limits apply. */
  readonly believed: string
  readonly trustProxy: number
}

/** The latest requests with a probe header. */
export type AddressProbes = {
  record(headers: Headers, arrival: Omit<Arrival, 'forwardedFor'>): void
  /** Returns how the request with this id arrived; null if it did not reach this process. */
  arrivalOf(id: string): Arrival | null
}

/** Anyone can send the header, so only the latest requests are kept. */
const MOST = 100

export function createAddressProbes(): AddressProbes {
  const arrivals = new Map<string, Arrival>()
  return {
    record(headers, arrival) {
      const id = headers.get(PROBE_HEADER)
      if (id === null || !/^[\w-]{16,64}$/.test(id)) return
      const forwardedFor = (headers.get('x-forwarded-for') ?? '').split(',').map(entry => entry.trim())
      arrivals.set(id, { ...arrival, forwardedFor: forwardedFor.filter(entry => entry !== '') })
      const [oldest = id] = arrivals.keys()
      if (arrivals.size > MOST) arrivals.delete(oldest)
    },
    arrivalOf: id => arrivals.get(id) ?? null,
  }
}
