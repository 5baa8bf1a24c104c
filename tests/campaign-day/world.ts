import type { ServerDeps } from '#server/deps.ts'
import { setMessaging } from '#server/message-queue/channel.ts'
import { ensureEpoch } from '#server/store/epoch.ts'
import { lateScripts } from '#tests/kit/late-scripts.ts'
import { NOON } from '#tests/kit/noon.ts'
import { type Backend, startBackend } from './backend.ts'
import { createChance } from './chance.ts'
import { type Customer, createCustomer, newPhone, userOf } from './customer.ts'
import { type DeskChange, joinDesk } from './desk.ts'
import type { ExportedTable } from './exported.ts'
import type { DrawRecord, Restored, SavedBackup } from './facts.ts'
import { type ChatMessage, openLine, WEBHOOK } from './line.ts'
import { createNetwork } from './network.ts'
import type { Plan } from './plan.ts'
import { limitedStock, prizes } from './prizes.ts'
import type { Store } from './store.ts'
import { createTime } from './time.ts'

/** Everything and everyone that takes part in a campaign. */
export type World = Awaited<ReturnType<typeof openWorld>>

/** Loads in advance the modules that the product loads on demand, because virtual time does not wait for imports. */
export async function loadEverything(): Promise<void> {
  await lateScripts()
  await import('@line/bot-sdk')
}

export const START = NOON

export async function openWorld(
  { seed, phones, store }: Pick<Plan, 'seed' | 'phones'> & { readonly store: Store },
  onMessage: (message: ChatMessage) => void,
) {
  const time = createTime(START)
  const chance = createChance(seed)
  const numbers = Array.from({ length: phones }, (_, number) => number)
  const line = await openLine(time, chance, numbers.map(userOf), onMessage)
  let starts = 0
  let wereOff = false
  let rewrittenAt = 0
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
  /** Returns the world as this customer's acts use it. */
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
  await time.until(prepare(backends[0].deps))
  const desk = {
    managers: [await join('manager', 'Mali'), await join('manager', 'Thana')],
    reviewers: [await join('reviewer', 'Ratana'), await join('reviewer', 'Chai')],
    support: await join('support', 'Suda'),
  } as const
  /**
   * Kills a server and starts a replacement, which switches LINE messages on or off as every server does at its start.
   */
  const restart = async (server: 0 | 1, hasToken: boolean) => {
    backends[server].kill()
    backends[server] = start(backends[server].name, hasToken)
    wereOff ||= !hasToken
    const { db, dialect, random } = backends[server].deps
    await setMessaging(db, hasToken, line.messaging.accessToken)
    await ensureEpoch(db, dialect, random)
  }
  return {
    time,
    chance,
    line,
    store,
    /** The two servers. When one is killed, a new one replaces it. */
    backends,
    phones: network,
    deskNetwork,
    customers,
    desk,
    now: time.now,
    /** Tables that the organiser has exported in this step. */
    exports: [] as ExportedTable[],
    deskChanges,
    trespasses: atDesk.trespasses,
    draw: { commitment: null, entriesHash: null, proof: null } as DrawRecord,
    retainedAt: () =>
      store.rows<{ at: number | null }>('select retention_seen_at as at from campaign')[0]?.at ?? null,
    rewrittenAt: () => rewrittenAt,
    /** Makes the first server delete old data. */
    async retain() {
      await backends[0].retain()
      if (backends[0].isDead()) return 'the server died'
      rewrittenAt = time.now()
      return 'done'
    },
    backup: null as SavedBackup | null,
    restored: null as Restored | null,
    messagesWereOff: () => wereOff,
    logs: () => logs.flat(),
    restart,
    /** Cuts the power of the machine that runs both servers and the database. Then starts both servers with a token. */
    async cutPower() {
      await store.cutPower(() => {
        for (const backend of backends) backend.kill()
      })
      for (const server of [0, 1] as const) await restart(server, true)
    },
    replacePhone(customer: Customer) {
      const generation = (generations.get(customer.number) ?? 1) + 1
      generations.set(customer.number, generation)
      customer.phone.page()?.close()
      customer.phoneSince = time.now()
      customer.phone = newPhone(forCustomer(customer), customer.number, generation)
    },
    forCustomer,
    async close() {
      restoreFetch()
      for (const backend of backends) backend.kill()
      await line.close()
      await store.close()
    },
  }
}

/** Gives the campaign its prizes and rewards and switches its LINE messages on. */
async function prepare({ db, dialect, random, messaging }: ServerDeps): Promise<void> {
  const reserves = { titleTh: 'ลำดับสำรอง', count: 3, reserve: true }
  await db
    .updateTable('draw')
    .set({ prizes: JSON.stringify([...prizes, reserves]) })
    .execute()
  for (const [type, remaining] of Object.entries(limitedStock))
    await db.insertInto('reward_stock').values({ reward_type: type, remaining }).execute()
  await setMessaging(db, true, messaging?.accessToken)
  await ensureEpoch(db, dialect, random)
}

/** Delivers LINE's webhooks to the campaign and blocks all other requests. Returns a function that undoes this. */
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
