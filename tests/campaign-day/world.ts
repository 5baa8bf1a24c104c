import { setMessaging } from '#server/message-queue/channel.ts'
import type { Tables } from '#server/store/tables.ts'
import { lateScripts } from '#tests/kit/late-scripts.ts'
import { NOON } from '#tests/kit/noon.ts'
import { type Backend, startBackend } from './backend.ts'
import { type Chance, createChance } from './chance.ts'
import { type Customer, createCustomer, newPhone, userOf } from './customer.ts'
import { type DeskChange, type DeskPerson, joinDesk } from './desk.ts'
import type { ExportedTable } from './exported.ts'
import type { DrawRecord } from './facts.ts'
import { type ChatMessage, type EmulatedLine, openLine, WEBHOOK } from './line.ts'
import { type CampaignNetwork, createNetwork } from './network.ts'
import { limitedStock, prizes } from './prizes.ts'
import { openStore, type Store } from './store.ts'
import { createTime, type Time } from './time.ts'

/** Everything that takes part in a campaign. */
export type World = {
  readonly time: Time
  readonly chance: Chance
  readonly line: EmulatedLine
  readonly store: Store
  /** The two servers. A killed one is replaced. */
  readonly backends: [Backend, Backend]
  readonly phones: CampaignNetwork
  readonly deskNetwork: CampaignNetwork
  readonly customers: readonly Customer[]
  readonly desk: {
    readonly managers: readonly [DeskPerson, DeskPerson]
    readonly reviewers: readonly [DeskPerson, DeskPerson]
    readonly support: DeskPerson
  }
  readonly now: () => number
  /** Tables that the organiser has exported in this step. */
  readonly exports: ExportedTable[]
  readonly deskChanges: DeskChange[]
  readonly trespasses: readonly string[]
  readonly draw: DrawRecord
  retainedAt: () => number | null
  readonly messagesWereOff: () => boolean
  readonly logs: () => readonly string[]
  /** Kills a server and starts another one in its place, which switches LINE messages on or off as at any start. */
  restart(server: 0 | 1, hasToken: boolean): Promise<void>
  replacePhone(customer: Customer): void
  /** Customers' view for acts of this step. */
  forCustomer(customer: Customer): {
    readonly time: Time
    readonly chance: Chance
    readonly line: EmulatedLine
    readonly fetch: ReturnType<CampaignNetwork['for']>
  }
  close(): Promise<void>
}

/** Loads the modules that the product loads only when needed, because virtual time does not wait for them. */
export async function loadEverything(): Promise<void> {
  await lateScripts()
  await import('@line/bot-sdk')
}

export const START = NOON

export async function openWorld(
  seed: number,
  phones: number,
  onMessage: (message: ChatMessage) => void,
): Promise<World> {
  const time = createTime(START)
  const chance = createChance(seed)
  const numbers = Array.from({ length: phones }, (_, number) => number)
  const line = await openLine(time, chance, numbers.map(userOf), onMessage)
  const store = await openStore(START)
  const rows = store.rows<Pick<Tables['draw'], 'id'>>('select id from draw')
  const reserves = { titleTh: 'ลำดับสำรอง', count: 3, reserve: true }
  store.database
    .prepare('update draw set prizes = ? where id = ?')
    .run(JSON.stringify([...prizes, reserves]), rows[0]?.id)
  for (const [type, remaining] of Object.entries(limitedStock))
    store.database.prepare('insert into reward_stock values (?, ?)').run(type, remaining)
  let starts = 0
  let wereOff = false
  const logs: (readonly string[])[] = []
  const start = (name: string, hasToken = true) => {
    starts += 1
    const own = chance.stream(`server ${starts}`)
    const backend = startBackend({ time, chance: own, store, line }, { name, hasToken })
    logs.push(backend.log)
    return backend
  }
  const backends: [Backend, Backend] = [start('A'), start('B')]
  const network = createNetwork(time, chance, () => backends, 'fetch')
  const deskNetwork = createNetwork(time, chance.stream('desk'), () => backends, 'desk')
  const restoreFetch = replaceFetch(request => {
    const alive = backends.find(backend => !backend.isDead())
    return alive ? alive.fetch(request, { ip: '192.0.2.9' }) : Promise.reject(new TypeError('fetch failed'))
  })
  const networks = new Map(numbers.map(number => [number, network.for(`customer ${number}`)]))
  const forCustomer = ({ number }: { readonly number: number }) => ({
    time,
    chance,
    line,
    fetch: networks.get(number) ?? network.for(`customer ${number}`),
  })
  const customers = numbers.map(number => createCustomer(forCustomer({ number }), number))
  const generations = new Map<number, number>()
  const deskChanges: DeskChange[] = []
  const atDesk = { changes: deskChanges, looking: new Map<string, string>(), trespasses: [] as string[] }
  const join = (role: Parameters<typeof joinDesk>[2], name: string) => {
    const around = { time, chance: chance.stream(name), network: deskNetwork, ...atDesk }
    return time.until(joinDesk(around, backends[0], role, name))
  }
  const { db, messaging } = backends[0].deps
  await setMessaging(db, true, messaging?.accessToken)
  const desk = {
    managers: [await join('manager', 'Mali'), await join('manager', 'Thana')],
    reviewers: [await join('reviewer', 'Ratana'), await join('reviewer', 'Chai')],
    support: await join('support', 'Suda'),
  } as const
  return {
    time,
    chance,
    line,
    store,
    backends,
    phones: network,
    deskNetwork,
    customers,
    desk,
    now: time.now,
    exports: [],
    deskChanges,
    trespasses: atDesk.trespasses,
    draw: { commitment: null, entriesHash: null, proof: null },
    retainedAt: () => null,
    messagesWereOff: () => wereOff,
    logs: () => logs.flat(),
    async restart(server, hasToken) {
      backends[server].kill()
      backends[server] = start(backends[server].name, hasToken)
      wereOff ||= !hasToken
      await setMessaging(backends[server].deps.db, hasToken, line.messaging.accessToken)
    },
    replacePhone(customer) {
      const generation = (generations.get(customer.number) ?? 1) + 1
      generations.set(customer.number, generation)
      customer.phone.page()?.close()
      customer.phone = newPhone(forCustomer(customer), customer.number, generation)
    },
    forCustomer,
    async close() {
      restoreFetch()
      await line.close()
      store.close()
    },
  }
}

/** Sends LINE's webhooks to the campaign, and lets no other request leave the process. Returns a function that ends this. */
function replaceFetch(deliver: (request: Request) => Promise<Response>): () => void {
  const original = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    if (request.url !== WEBHOOK) throw new Error(`The simulation has no network: ${request.url}`)
    return deliver(request)
  }
  return () => {
    globalThis.fetch = original
  }
}
