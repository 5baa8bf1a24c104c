import type { Fetch } from '#server/http/pipeline.ts'
import type { Backend } from './backend.ts'
import type { Chance } from './chance.ts'
import type { Time } from './time.ts'

/** What can happen to one request between a person and the servers. */
type Fate = 'arrives' | 'late' | 'lost' | 'answer-lost' | 'doubled'

/** How bad the network is: `reliable` loses nothing. */
export type NetworkWeather = 'reliable' | 'bad'

const TRAVEL_MS = { least: 10, more: 90 }
/** Later than the app waits for most answers. */
const LATE_MS = 25_000

/** A write with an idempotency key that arrived twice, and its answers: the status and the body of each. */
export type RepeatedRequest = { readonly what: string; readonly answers: readonly [string, string] }

export type CampaignNetwork = {
  /** Requests that were repeated so far. */
  readonly repeated: readonly RepeatedRequest[]
  /** Returns the network as one person has it. */
  for(person: string): Fetch
  setWeather(weather: NetworkWeather): void
  isReliable(): boolean
}

type Which = 'fetch' | 'desk'

/** Creates the network between people and the servers. Each request goes to any server that lives. */
export function createNetwork(
  time: Time,
  chance: Chance,
  backends: () => readonly Backend[],
  which: Which,
): CampaignNetwork {
  let weather: NetworkWeather = 'reliable'
  const repeated: RepeatedRequest[] = []

  const fates: Readonly<Record<NetworkWeather, readonly Fate[]>> = {
    reliable: ['arrives'],
    bad: ['arrives', 'arrives', 'arrives', 'late', 'lost', 'answer-lost', 'doubled'],
  }
  const failed = () => new TypeError('Failed to fetch')

  /** Notes both answers, unless a server has died. */
  async function compare(request: Request, both: readonly [Promise<Response>, Promise<Response>]) {
    const { pathname } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // The log answers how many events were new.
    if (isRead || !request.headers.has('idempotency-key') || pathname.startsWith('/api/log/')) return
    const read = async (response: Response) => `${response.status} ${await response.text()}`
    const answers = await Promise.all([both[0].then(response => read(response.clone())), both[1].then(read)])
    repeated.push({ what: `${request.method} ${pathname}`, answers })
  }

  return {
    repeated,
    setWeather(next) {
      weather = next
    },
    isReliable: () => weather === 'reliable',
    for(person) {
      const own = chance.stream(`network of ${person}`)
      const travel = () => TRAVEL_MS.least + own.below(TRAVEL_MS.more)

      async function deliver(request: Request, ip: string): Promise<Response> {
        const alive = backends().filter(backend => !backend.isDead())
        if (alive.length === 0) throw failed()
        return own.pick(alive)[which](request, { ip })
      }

      /** Rejects when the app gives the request up, as `fetch` does. */
      const untilAborted = (signal: AbortSignal) =>
        new Promise<never>((_, reject) => {
          if (signal.aborted) reject(signal.reason)
          signal.addEventListener('abort', () => reject(signal.reason))
        })

      return (request, info) => {
        const ip = info?.ip ?? '203.0.113.7'
        const fate = own.pick(fates[weather])
        const copy = fate === 'doubled' ? request.clone() : null
        const run = async (): Promise<Response> => {
          await time.sleep(fate === 'late' ? LATE_MS : travel())
          if (fate === 'lost') throw failed()
          const answer = deliver(request, ip)
          if (copy)
            compare(copy, [answer, time.sleep(travel()).then(() => deliver(copy, ip))]).catch(() => {})
          const response = await answer
          await time.sleep(travel())
          if (fate === 'answer-lost') throw failed()
          return response
        }
        return Promise.race([run(), untilAborted(request.signal)])
      }
    },
  }
}
