import { randomUUID } from 'node:crypto'
import { newPhoto } from './activity.ts'
import { sha256Of } from './images.ts'
import { lineUserOf, type Prepared } from './prepared.ts'
import { seededRandom } from './random.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

type Kind = 'view' | 'state' | 'batch' | 'visit' | 'receipt' | 'profile' | 'reward'
const kinds: readonly Kind[] = [
  'view',
  'view',
  'view',
  'state',
  'batch',
  'visit',
  'receipt',
  'profile',
  'reward',
]

/** A customer's write. Retries use the same id. */
type Intent = {
  readonly kind: Kind
  readonly id: string
  readonly who: Prepared['customers'][number]
  readonly photo: Buffer | null
  /** The time of the event on the phone, the same in every retry. */
  readonly at: string
}

const SENDERS = 16

type Options = { readonly kills: number; readonly seed: number; readonly life: number }

/**
 * Kills the server `kills` times, each time after about `life` acknowledged writes of customers, and checks the
 * database for lost and duplicate writes.
 */
export async function crash(store: Prepared, { kills, seed, life }: Options) {
  const random = seededRandom(seed)
  const acknowledged: Intent[] = []
  let unanswered: Intent[] = []
  const started = new Set<Intent>()
  let sentAgain = 0
  const lost = new Set<string>()

  const newIntent = (): Intent => {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'view'
    const who = store.customers[Math.floor(random() * store.customers.length)]
    if (!who) throw new Error('the store has no customers')
    return {
      kind,
      id: randomUUID(),
      who,
      photo: kind === 'receipt' ? newPhoto() : null,
      at: new Date().toISOString(),
    }
  }

  /**
   * Kills the process after `answers` acknowledged writes. If `answers` is 0, only retries the unanswered writes, and
   * kills the process after the last one.
   */
  async function runUntilKilled(server: ServerProcess, answers: number): Promise<void> {
    const queue = [...unanswered, ...Array.from({ length: answers * 2 }, newIntent)]
    const left = new Set(queue)
    let answered = 0
    let killed: Promise<void> | null = null
    const send = async () => {
      for (let intent = queue.shift(); intent && killed === null; intent = queue.shift()) {
        if (started.has(intent)) sentAgain += 1
        started.add(intent)
        const done = await sendIntent(server.origin, intent).catch(error => {
          if (error instanceof Refused) throw error
          return false
        })
        if (!done) continue
        left.delete(intent)
        acknowledged.push(intent)
        answered += 1
        if (answers > 0 && answered >= answers) killed ??= server.kill()
      }
    }
    await Promise.all(Array.from({ length: SENDERS }, send))
    await (killed ?? server.kill())
    unanswered = [...left].slice(0, Math.max(answers, SENDERS * 2))
  }

  for (let kill = 0; kill < kills; kill++) {
    const answers = Math.max(1, Math.floor(life * (0.5 + random())))
    await runUntilKilled(await startServerProcess({ ...store.env }), answers)
    for (const id of await missing(store, acknowledged)) lost.add(id)
  }
  while (unanswered.length > 0) await runUntilKilled(await startServerProcess({ ...store.env }), 0)
  for (const id of await missing(store, acknowledged)) lost.add(id)
  return {
    kills,
    /**
     * The number of writes that the server acknowledged with 200. `lost` of them are missing from the database, and
     * `doubled` counts the duplicates.
     */
    acknowledged: acknowledged.length,
    /** The number of writes that were retried after a restart because no response had arrived. */
    sentAgain,
    lost: lost.size,
    doubled: await doubled(store, acknowledged),
  }
}

class Refused extends Error {}

/** Sends a write. Returns true if it was acknowledged. Throws `Refused` for an unexpected status. */
async function sendIntent(origin: string, { kind, id, who, photo, at }: Intent): Promise<boolean> {
  const ask = async (method: string, path: string, body: unknown, headers: Record<string, string> = {}) => {
    const bytes = Buffer.isBuffer(body)
    const response = await fetch(origin + path, {
      method,
      headers: {
        Authorization: `Bearer ${who.token}`,
        'Content-Type': bytes ? 'image/png' : 'application/json',
        ...headers,
      },
      body: bytes ? new Uint8Array(body) : JSON.stringify(body),
    })
    const text = await response.text()
    // 429 and 503 can be retried. Any other status is a mistake in this test.
    if (![200, 429, 503].includes(response.status)) throw new Refused(`${path}: ${response.status} ${text}`)
    // The logs of a visit are acknowledged separately from its sign-in.
    return response.status === 200 && (path !== '/api/visit' || 'accepted' in JSON.parse(text).logs)
  }
  const { customerId } = who
  switch (kind) {
    case 'view':
      return ask('POST', '/api/logpageview', { customerId, path: '/x', eventId: id })
    case 'state':
      return ask('POST', '/api/logstate', { customerId, state: 'poster', os: 'ios', eventId: id })
    case 'batch':
      return ask('POST', '/api/log/batch', { events: [{ kind: 'pageview', eventId: id, at, path: '/b' }] })
    case 'visit': {
      const name = { lineUserId: lineUserOf(customerId), lineDisplayName: '', linePictureUrl: null }
      return ask('POST', '/api/visit', {
        ...name,
        events: [{ kind: 'state', eventId: id, at, state: 'visit', os: 'ios' }],
      })
    }
    case 'profile':
      return ask('PUT', '/api/customer', { firstName: 'มานะ' }, { 'Idempotency-Key': id })
    case 'reward':
      return ask('POST', '/api/reward', {})
    case 'receipt': {
      const images = [sha256Of(photo ?? Buffer.alloc(0))]
      if (!(await ask('PUT', `/api/receipt/image/${images[0]}`, photo))) return false
      const body = { id, storeId: 1, receiptNo: id.slice(0, 36), amount: 150, purchasedAt: at, images }
      return ask('POST', '/api/receipt', body, { 'Idempotency-Key': id })
    }
  }
}

/** Returns the ids of acknowledged writes that are not in the database. */
async function missing({ db }: Prepared, acknowledged: readonly Intent[]): Promise<string[]> {
  const ids = new Set<string>()
  const views = await db.selectFrom('log_page_view').select('event_id as id').execute()
  const states = await db.selectFrom('log_state').select('event_id as id').execute()
  const keys = await db.selectFrom('idempotency').select('key as id').where('status', '=', 200).execute()
  const receipts = await db
    .selectFrom('receipt')
    .innerJoin('receipt_image', 'receipt_image.receipt_id', 'receipt.id')
    .select('receipt.id as id')
    .execute()
  const rewards = await db.selectFrom('reward').select('customer_id as id').execute()
  for (const { id } of [...views, ...states, ...rewards]) ids.add(id)
  const keyed = new Set(keys.map(row => row.id))
  const sent = new Set(receipts.map(row => row.id))
  const there = ({ kind, id, who }: Intent): boolean => {
    if (kind === 'reward') return ids.has(who.customerId)
    if (kind === 'profile') return keyed.has(id)
    return kind === 'receipt' ? keyed.has(id) && sent.has(id) : ids.has(id)
  }
  return acknowledged.filter(intent => !there(intent)).map(intent => intent.id)
}

/** Counts duplicate receipts and tickets, and customer versions that no acknowledged profile update explains. */
async function doubled({ db }: Prepared, acknowledged: readonly Intent[]): Promise<number> {
  const of = (kind: Kind) => acknowledged.filter(intent => intent.kind === kind)
  const receipts = await db.selectFrom('receipt').select('receipt_no').execute()
  const tickets = await db.selectFrom('ticket').select('source_id').execute()
  const changed = await db.selectFrom('customer').select(['id', 'version']).where('version', '>', 1).execute()
  const puts = (id: string) => of('profile').filter(intent => intent.who.customerId === id).length
  const extra = (values: readonly string[]) => values.length - new Set(values).size
  return (
    extra(receipts.map(row => row.receipt_no)) +
    extra(tickets.map(row => row.source_id)) +
    changed.reduce((sum, row) => sum + Math.max(0, row.version - 1 - puts(row.id)), 0)
  )
}
