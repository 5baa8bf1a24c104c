import { join } from 'node:path'
import { LATE_RECEIPT_MS } from '#contract/limits.ts'
import { HOUR_MS, isoOf, MINUTE_MS } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { type Campaign, campaignState, readCampaign } from '#server/campaign/clock.ts'
import { confirmOrDeclineSeat } from '#server/campaign/concert.ts'
import { sendReceipt } from '#server/campaign/receipts/send.ts'
import { requireReward } from '#server/campaign/reward.ts'
import { InputError } from '#server/data/input-error.ts'
import type { AdvertisedPrize } from '#server/draw/advertised.ts'
import { announceDraw } from '#server/draw/announce.ts'
import { commitDraw } from '#server/draw/commit.ts'
import { currentDraw, type DrawRow } from '#server/draw/current.ts'
import { promoteReserves } from '#server/draw/promote.ts'
import { writeProof } from '#server/draw/proof.ts'
import { DrawRefusal } from '#server/draw/refusal.ts'
import { runDraw } from '#server/draw/run.ts'
import { sealDraw } from '#server/draw/seal.ts'
import { isStandIn, standInBeacon } from '#server/draw/stand-in.ts'
import { verifyProof } from '#server/draw/verify.ts'
import { ApiError } from '#server/errors.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import { approvePending, joinCampaign } from './join.ts'
import { makePerson } from './people.ts'
import { pickBelow } from './seeded-random.ts'
import type { OpenCopy } from './site.ts'

const CUSTOMERS = 200
const quiet = { begin: () => undefined, step: () => undefined }

type RehearsedStep = { readonly title: string; readonly at: number; readonly found: string }
/** `failure` is null if all steps succeeded. */
export type Rehearsal = {
  readonly steps: readonly RehearsedStep[]
  readonly failure: { readonly title: string; readonly at: number; readonly message: string } | null
  readonly endedAt: number
}

type Run = {
  readonly copy: OpenCopy
  readonly advertised: readonly AdvertisedPrize[]
  readonly startedAt: number
}

/** `at` is called when the step begins, because earlier steps can change the dates. */
type Step = {
  readonly title: string
  readonly at: (campaign: Campaign, draw: DrawRow) => number
  readonly run: (run: Run, now: number, campaign: Campaign) => Promise<string>
}

/** Runs a campaign's remaining steps on a copy, each at its own time. Stops at the first failed step. */
export async function rehearse(run: Run): Promise<Rehearsal> {
  const { db } = run.copy
  const done: RehearsedStep[] = []
  let now = run.startedAt
  for (const step of await stepsFor(run)) {
    const { campaign, draw } = await currentDraw(db)
    now = Math.max(now, step.at(campaign, draw))
    const { title } = step
    try {
      done.push({ title, at: now, found: await step.run(run, now, campaign) })
    } catch (error) {
      const message = expectedMessage(error)
      if (message === null) throw error
      return { steps: done, failure: { title, at: now, message }, endedAt: now }
    }
  }
  return { steps: done, failure: null, endedAt: now }
}

/** Returns null if the error is unexpected, which means a bug. */
function expectedMessage(error: unknown): string | null {
  if (error instanceof InputError || error instanceof DrawRefusal) return error.message
  return error instanceof ApiError ? `the server refuses it: ${error.code}` : null
}

/** Returns the campaign's remaining steps. Throws InputError if its draw has already been run. */
async function stepsFor({ copy, startedAt }: Run): Promise<readonly Step[]> {
  const { campaign, draw } = await currentDraw(copy.db)
  if (draw.state === 'run')
    throw new InputError('The draw of this campaign has been run: rehearse before `draw run`.')
  return [
    ...(startedAt < campaign.closes_at ? [opening, joining] : []),
    ...(draw.state === 'open' ? [promising] : []),
    ...(startedAt < campaign.closes_at ? [reviewing] : []),
    closing,
    ...(draw.state === 'sealed' ? [] : [sealing]),
    ...[drawing, announcing, proving, confirming, promoting],
  ]
}

const opening: Step = {
  title: 'The campaign opens',
  at: campaign => campaign.opens_at,
  async run({ copy: { db } }, now, campaign) {
    if (campaign.mode !== 'auto') await db.updateTable('campaign').set({ mode: 'auto' }).execute()
    const state = campaignState({ ...campaign, mode: 'auto' }, now)
    if (state !== 'open') throw new InputError(`The campaign is ${state}; set its dates with \`dates set\`.`)
    const note = campaign.mode === 'auto' ? '' : `; the real one was set to ${campaign.mode} by hand`
    return `open until ${bangkokTime(campaign.closes_at)}${note}`
  },
}

const joining: Step = {
  title: `${CUSTOMERS} customers join and send receipts`,
  at: campaign => campaign.opens_at,
  async run({ copy }, now, { closes_at }) {
    const people = Array.from({ length: CUSTOMERS }, (_, index) => makePerson(index, copy.random))
    const until = Math.max(now + MINUTE_MS, closes_at - 2 * HOUR_MS)
    await joinCampaign(copy, people, { from: now, until })
    const receipts = people.reduce((sum, person) => sum + person.receipts.length, 0)
    return `${CUSTOMERS} customers with up to ${receipts} receipts`
  },
}

const promising: Step = {
  title: 'The organiser promises the draw (`draw commit`)',
  at: campaign => campaign.opens_at,
  async run({ copy: { db, random }, advertised }, now, campaign) {
    const promise = {
      beaconSource: 'a number that the rehearsal makes up',
      beaconAt: campaign.draw_at,
      prizes: null,
      advertised,
      late: true,
      again: false,
    }
    const { prizes } = await inTransaction(db, trx => commitDraw(trx, promise, now, random))
    return prizes.map(({ count, titleTh }) => `${count} × ${titleTh}`).join(', ')
  },
}

const reviewing: Step = {
  title: 'The organiser reviews the last receipts',
  at: campaign => campaign.closes_at - HOUR_MS,
  run: async ({ copy }, now) => `${await approvePending(copy, now)} approved`,
}

const closing: Step = {
  title: 'The campaign closes',
  at: campaign => campaign.closes_at,
  async run({ copy: { db, random } }, now, campaign) {
    const { id } = await db.selectFrom('customer').select('id').executeTakeFirstOrThrow()
    const purchasedAt = isoOf(campaign.closes_at - HOUR_MS)
    const late = { storeId: 1, receiptNo: 'LATE-001', amount: 500, purchasedAt, images: [] }
    const refused = await inTransaction(db, trx =>
      sendReceipt(trx, id, uuidv7(now, random.bytes(16)), late, now),
    ).catch((error: unknown) => error)
    if (!(refused instanceof ApiError) || refused.code !== 'CAMPAIGN_ENDED')
      throw new InputError('A receipt is still accepted after the close: check `dates show`.')
    return 'a new receipt is refused'
  },
}

const sealing: Step = {
  title: 'The organiser seals the list (`draw seal`)',
  at: campaign => campaign.closes_at + LATE_RECEIPT_MS + MINUTE_MS,
  async run({ copy: { db, folder }, advertised }, now) {
    const { draw } = await currentDraw(db)
    if (draw.beacon_at !== null && now >= draw.beacon_at)
      throw new InputError(
        'The draw is too early: late receipts arrive until a day after the close. Move it with `dates set --draw`.',
      )
    const how = { leavePending: false, physical: false, advertised }
    const { entriesCount } = await inTransaction(db, trx => sealDraw(trx, how, now, quiet))
    await writeProof(db, join(folder, 'list.json'), quiet)
    return `${entriesCount} entries`
  },
}

const drawing: Step = {
  title: 'The draw takes place with a made-up beacon (`draw run`)',
  at: (_, draw) => draw.beacon_at ?? 0,
  async run({ copy: { db, random } }, now) {
    const beacon = standInBeacon(String(pickBelow(random, 1_000_000)).padStart(6, '0'))
    const at = { now, random, rehearsal: true } as const
    const found = await inTransaction(db, trx => runDraw(trx, beacon, at, quiet))
    const empty = found.unfilled > 0 ? `, ${found.unfilled} places stay empty` : ''
    return `${found.winners} winners, ${found.reserves} reserves${empty}`
  },
}

const announcing: Step = {
  title: 'The organiser announces the result (`announce`)',
  at: campaign => campaign.announce_at,
  async run({ copy: { db } }, now) {
    const [winner] = await winnersOf(db)
    const before = winner && (await requireReward(db, winner, now)).luckyDraw.state
    await inTransaction(db, trx => announceDraw(trx, now, now, true))
    const after = winner && (await requireReward(db, winner, now)).luckyDraw.state
    if (before !== 'entered' || after !== 'won')
      throw new InputError(
        `The first winner sees "${before}" before the announcement and "${after}" after it.`,
      )
    return 'the winners see their result from now on'
  },
}

const proving: Step = {
  title: 'Anyone recomputes the result (`draw publish`, `draw verify`)',
  at: campaign => campaign.announce_at,
  async run({ copy: { db, folder } }) {
    const file = join(folder, 'draw.json')
    await writeProof(db, file, quiet)
    const { head, findings } = await verifyProof(file, () => undefined)
    // Only the check of the made-up beacon is expected to fail.
    const wrong = findings.filter(({ what, ok }) => ok === (what === 'beacon'))
    if (wrong.length > 0 || !isStandIn(head.beacon ?? ''))
      throw new InputError(`The file does not match: ${wrong.map(({ what }) => what).join(', ')}`)
    return `${head.entriesCount} entries lead to the same winners`
  },
}

const confirming: Step = {
  title: 'The first winner confirms, the second declines',
  at: campaign => campaign.announce_at + HOUR_MS,
  async run({ copy: { db } }, now) {
    const [first, second] = await winnersOf(db)
    if (first !== undefined) await confirmOrDeclineSeat(db, first, true, now)
    if (second !== undefined) await confirmOrDeclineSeat(db, second, false, now)
    return second === undefined ? 'there is only one winner' : 'both decisions are stored'
  },
}

const promoting: Step = {
  title: 'The deadline passes, and reserves move up (`draw promote`)',
  at: campaign => campaign.confirm_by + MINUTE_MS,
  async run({ copy: { db } }, now) {
    const found = await inTransaction(db, trx => promoteReserves(trx, now + HOUR_MS, now))
    return `${found.promoted.length} moved up, ${found.vacant} places stay empty`
  },
}

async function winnersOf(db: Db): Promise<string[]> {
  const { draw_id } = await readCampaign(db)
  const rows = await db
    .selectFrom('draw_winner')
    .select('customer_id')
    .where('draw_id', '=', draw_id ?? '')
    .where('reserve', '=', 0)
    .orderBy('rank')
    .execute()
  return rows.map(row => row.customer_id)
}
