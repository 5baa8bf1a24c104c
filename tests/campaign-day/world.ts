import { setMessaging } from '#server/message-queue/channel.ts'
import { ensureEpoch } from '#server/store/epoch.ts'
import type { Tables } from '#server/store/tables.ts'
import { lateScripts } from '#tests/kit/late-scripts.ts'
import { NOON } from '#tests/kit/noon.ts'
import { type Backend, startBackend } from './backend.ts'
import { type Chance, createChance } from './chance.ts'
import { type Customer, createCustomer, newPhone, userOf } from './customer.ts'
import { type DeskChange, type DeskPerson, joinDesk } from './desk.ts'
import type { ExportedTable } from './exported.ts'
import type { DrawRecord, Restored, SavedBackup } from './facts.ts'
import { type ChatMessage, type EmulatedLine, openLine, WEBHOOK } from './line.ts'
import { type CampaignNetwork, createNetwork } from './network.ts'
import type { Plan } from './plan.ts'
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
  readonly retainedAt: () => number | null
  /** Lets the first server delete old data. */
  retain(): Promise<string>
  backup: SavedBackup | null
  restored: Restored | null
  readonly messagesWereOff: () => boolean
  readonly logs: () => readonly string[]
  /** Kills a server and starts another one in its place, which switches LINE messages on or off as at any start. */
  restart(server: 0 | 1, hasToken: boolean): Promise<void>
  /** The machine of both servers and of the database loses its power. Both servers start again, with a token. */
  cutPower(): Promise<void>
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

/** `folder` is the place of the database; null keeps it in memory. */
export async function openWorld(
  { seed, phones, folder }: Pick<Plan, 'seed' | 'phones'> & { readonly folder: string | null },
  onMessage: (message: ChatMessage) => void,
): Promise<World> {
  const time = createTime(START)
  const chance = createChance(seed)
  const numbers = Array.from({ length: phones }, (_, number) => number)
  const line = await openLine(time, chance, numbers.map(userOf), onMessage)
  const store = await openStore(START, folder)
  const rows = store.rows<Pick<Tables['draw'], 'id'>>('select id from draw')
  const reserves = { titleTh: 'ลำดับสำรอง', count: 3, reserve: true }
  store.run('update draw set prizes = ? where id = ?', JSON.stringify([...prizes, reserves]), rows[0]?.id)
  for (const [type, remaining] of Object.entries(limitedStock))
    store.run('insert into reward_stock values (?, ?)', type, remaining)
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
  await ensureEpoch(db, 'sqlite', backends[0].deps.random)
  const desk = {
    managers: [await join('manager', 'Mali'), await join('manager', 'Thana')],
    reviewers: [await join('reviewer', 'Ratana'), await join('reviewer', 'Chai')],
    support: await join('support', 'Suda'),
  } as const
  const restart = async (server: 0 | 1, hasToken: boolean) => {
    backends[server].kill()
    backends[server] = start(backends[server].name, hasToken)
    wereOff ||= !hasToken
    const { db, random } = backends[server].deps
    await setMessaging(db, hasToken, line.messaging.accessToken)
    await ensureEpoch(db, 'sqlite', random)
  }
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
    retainedAt: () =>
      store.rows<{ at: number | null }>('select retention_seen_at as at from campaign')[0]?.at ?? null,
    async retain() {
      await backends[0].retain()
      return backends[0].isDead() ? 'the server died' : 'done'
    },
    backup: null,
    restored: null,
    messagesWereOff: () => wereOff,
    logs: () => logs.flat(),
    restart,
    async cutPower() {
      await store.cutPower(() => {
        for (const backend of backends) backend.kill()
      })
      for (const server of [0, 1] as const) await restart(server, true)
    },
    replacePhone(customer) {
      const generation = (generations.get(customer.number) ?? 1) + 1
      generations.set(customer.number, generation)
      customer.phone.page()?.close()
      customer.phoneSince = time.now()
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
