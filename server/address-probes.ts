/** A random id, which the metrics port uses to look up how the request arrived. */
export const PROBE_HEADER = 'x-address-probe'

export type Arrival = {
  readonly forwardedFor: readonly string[]
  readonly connection: string
  /** The address or network to which the server applies its limits. */
  readonly believed: string
  readonly trustProxy: number
}

export type AddressProbes = {
  record(headers: Headers, arrival: Omit<Arrival, 'forwardedFor'>): void
  /** Returns null if no request with this id reached this process. */
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
