import { MINUTE_MS } from '#contract/time.ts'
import type { Fetch } from '#server/http/pipeline.ts'
import type { Backend } from './backend.ts'
import type { Chance } from './chance.ts'
import type { Time } from './time.ts'

/** What can happen to one request between a person and the servers. */
type Fate = 'arrives' | 'late' | 'lost' | 'answer-lost' | 'doubled'

/** The state of the network. `reliable` loses nothing. */
export type NetworkWeather = 'reliable' | 'bad'

const TRAVEL_MS = { least: 10, more: 90 }
/** Longer than the app waits for most answers. */
const LATE_MS = 25_000
/** More than twice the number of requests in the busiest minute of any person (25). */
const MOST_PER_MINUTE = 60

/** A write with an idempotency key that arrived twice, and its two answers, each as status and body. */
export type RepeatedRequest = { readonly what: string; readonly answers: readonly [string, string] }

export type CampaignNetwork = ReturnType<typeof createNetwork>

type Which = 'fetch' | 'desk'

/** Creates the network between people and the servers. Each request goes to a random live server. */
export function createNetwork(time: Time, chance: Chance, backends: () => readonly Backend[], which: Which) {
  let weather: NetworkWeather = 'reliable'
  const repeated: RepeatedRequest[] = []
  const hammering = new Set<string>()

  const fates: Readonly<Record<NetworkWeather, readonly Fate[]>> = {
    reliable: ['arrives'],
    bad: ['arrives', 'arrives', 'arrives', 'late', 'lost', 'answer-lost', 'doubled'],
  }
  const failed = () => new TypeError('Failed to fetch')

  /** Records both answers, unless a server has died. */
  async function compare(request: Request, both: readonly [Promise<Response>, Promise<Response>]) {
    // When a server dies, both requests fail, but the code below may await only one of them.
    for (const one of both) one.catch(() => {})
    const { pathname } = new URL(request.url)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    // The answer to a log request differs: it is the number of new events.
    if (isRead || !request.headers.has('idempotency-key') || pathname.startsWith('/api/log/')) return
    const read = async (response: Response) => `${response.status} ${await response.text()}`
    const answers = await Promise.all([both[0].then(response => read(response.clone())), both[1].then(read)])
    repeated.push({ what: `${request.method} ${pathname}`, answers })
  }

  return {
    /** Requests that have been repeated so far. */
    repeated,
    /** People whose app has sent more requests within a minute than a person's actions can cause. */
    hammering,
    setWeather(next: NetworkWeather) {
      weather = next
    },
    isReliable: () => weather === 'reliable',
    /** Returns one person's connection to the servers. */
    for(person: string): Fetch {
      const own = chance.stream(`network of ${person}`)
      const minute: number[] = []
      const travel = () => TRAVEL_MS.least + own.below(TRAVEL_MS.more)

      async function deliver(request: Request, ip: string): Promise<Response> {
        const alive = backends().filter(backend => !backend.isDead())
        if (alive.length === 0) throw failed()
        return own.pick(alive)[which](request, { ip })
      }

      /** Rejects when the app aborts the request, as `fetch` does. The signal may outlive the request. */
      const unlessAborted = (signal: AbortSignal, answer: Promise<Response>) =>
        new Promise<Response>((resolve, reject) => {
          const abort = () => reject(signal.reason)
          if (signal.aborted) abort()
          signal.addEventListener('abort', abort)
          answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
        })

      return (request, info) => {
        minute.push(time.now())
        while (minute[0] !== undefined && minute[0] < time.now() - MINUTE_MS) minute.shift()
        if (minute.length > MOST_PER_MINUTE) hammering.add(person)
        // Never answering ends a request loop in the app.
        if (hammering.has(person)) return new Promise(() => {})
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
        return unlessAborted(request.signal, run())
      }
    },
  }
}
