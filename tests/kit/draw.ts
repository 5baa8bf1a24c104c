import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { DAY_MS, HOUR_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { organiser, runInOrder } from './cli.ts'
import { insert, rowOf, update } from './rows.ts'
import type { TestServer } from './server.ts'

/** Formats a time for command-line options. */
export const at = (ms: number): string => new Date(ms).toISOString()

/** Options of `draw commit` in tests: three prizes of two kinds, and two reserves. */
export const PRIZES = ['--prize', 'บัตรคอนเสิร์ต=2', '--prize', 'เสื้อ=1', '--reserves', '2']

/**
 * Creates one customer without a profile for each entry of `counts`, with that many tickets. Returns the customers'
 * ids.
 */
export async function ticketHolders(server: TestServer, counts: readonly number[]): Promise<string[]> {
  const now = server.clock.now()
  const { random } = server.deps
  const ids: string[] = []
  for (const [index, count] of counts.entries()) {
    const id = uuidv7(now, random.bytes(16))
    ids.push(id)
    await insert(server, 'customer', {
      id,
      line_user_id: null,
      line_display_name: null,
      line_picture_url: null,
      status: 'registered',
      first_name: `กิตติ${index}`,
      last_name: 'ใจดี',
      created_at: now,
      updated_at: now,
    })
    const tickets = Array.from({ length: count }, (_, seq) => ({
      id: uuidv7(now, random.bytes(16)),
      customer_id: id,
      source: 'receipt' as const,
      source_id: id,
      seq,
      state: 'valid' as const,
      created_at: now,
    }))
    if (count > 0) await insert(server, 'ticket', tickets)
  }
  return ids
}

/** Sets the draw's prizes to the advertised ones, as in a new campaign, and adds this many reserves. */
export async function giveAdvertisedPrizes(
  { db }: TestServer,
  advertised: readonly object[],
  reserves: number,
): Promise<void> {
  const prizes = [...advertised, { titleTh: 'ลำดับสำรอง', count: reserves, reserve: true }]
  await update({ db }, 'draw', { prizes: JSON.stringify(prizes) })
}

/** Advances the clock to one day and one hour after the campaign closes. */
export async function endCampaign(server: TestServer) {
  const campaign = await server.db.selectFrom('campaign').select('closes_at').executeTakeFirstOrThrow()
  server.clock.advance(campaign.closes_at - server.clock.now() + DAY_MS + HOUR_MS)
}

/** Returns the time of the beacon: three days after the campaign closes. */
export async function beaconAt(server: TestServer): Promise<number> {
  const campaign = await server.db.selectFrom('campaign').select('closes_at').executeTakeFirstOrThrow()
  return campaign.closes_at + 3 * DAY_MS
}

/** Returns the campaign's draw from the public API. */
export async function shownDraw(server: TestServer) {
  const { draw_id } = await rowOf(server, 'campaign')
  return (await server.call('draw', { params: { id: draw_id ?? '' } })).body
}

/** Returns winners and reserves in the order they were drawn. */
export const winnersOf = (server: TestServer) =>
  server.db.selectFrom('draw_winner').selectAll().orderBy('rank').execute()

const script = fileURLToPath(new URL('verify-draw.mjs', import.meta.url))

/**
 * Verifies a published draw with `verify-draw.mjs`, which shares no code with the server. `hash` is the list's hash
 * from an outside source.
 */
export function verifyIndependently(file: string, hash?: string) {
  return new Promise<{ code: number; out: string }>(resolve => {
    const args = [script, file, ...(hash === undefined ? [] : [hash])]
    execFile(process.execPath, args, (error, out) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out }),
    )
  })
}

/** Returns functions for the steps of a draw on the organiser's command line. */
export const drawOffice = (server: TestServer, run = organiser(server)) => ({
  run,
  commit: async (...more: string[]) =>
    run(
      'draw',
      'commit',
      '--beacon',
      'รางวัลที่ 1',
      '--beacon-at',
      at(await beaconAt(server)),
      ...PRIZES,
      ...more,
    ),
  /** Runs commands one after the other. Each must succeed. */
  done: (...steps: string[][]) => runInOrder(run, steps),
  draw: () => shownDraw(server),
  winners: () => winnersOf(server),
})
