import type { Body } from '#contract/calls.ts'
import { HOUR_MS, isoOf } from '#contract/time.ts'
import { uuidv7 } from '#contract/uuidv7.ts'
import { saveAnswer } from '#server/campaign/answers.ts'
import { type Campaign, readCampaign } from '#server/campaign/clock.ts'
import { createReward } from '#server/campaign/create-reward.ts'
import { choicesOf, currentQuestion } from '#server/campaign/questions.ts'
import { approveReceipt, rejectReceipt } from '#server/campaign/receipts/review.ts'
import { sendReceipt } from '#server/campaign/receipts/send.ts'
import { SATANG } from '#server/campaign/rights.ts'
import { InputError } from '#server/data/input-error.ts'
import { sha256Hex } from '#server/hash.ts'
import { toE164 } from '#server/identity/phone.ts'
import { registerCustomer } from '#server/identity/register.ts'
import { type DataStores, storeImage } from '#server/images/store.ts'
import type { Random } from '#server/random.ts'
import { lockParticipant } from '#server/store/lock.ts'
import type { Db } from '#server/store/tables.ts'
import { inTransaction } from '#server/store/transaction.ts'
import type { Person } from './people.ts'
import { receiptPicture } from './receipt-picture.ts'
import { pickBelow, pickFrom } from './seeded-random.ts'

export type Site = DataStores & { readonly random: Random }

type Period = { readonly from: number; readonly until: number }
type Store = { readonly id: number; readonly code: string; readonly chain: string; readonly branch: string }

/**
 * Registers the people one after another during the period, as their phones would. Reviewers
 * decide on each receipt an hour after it was sent, unless its decision is `wait`.
 */
export async function joinCampaign(
  site: Site,
  people: readonly Person[],
  { from, until }: Period,
): Promise<string[]> {
  const campaign = await readCampaign(site.db)
  const stores = await activeStores(site.db)
  const ids: string[] = []
  for (const [index, person] of people.entries()) {
    const now = Math.floor(from + ((until - from) * index) / (people.length + 1))
    const id = await register(site, person, now)
    ids.push(id)
    // On the campaign's last day, all of a customer's receipts may fall on the same day.
    const receipts = person.receipts.slice(0, campaign.max_receipts_per_day)
    for (const [place, receipt] of receipts.entries()) {
      const at = Math.floor(now + ((until - now) * (place + 1)) / (receipts.length + 2))
      await sendAndReview(site, { customerId: id, campaign, stores, at, ...receipt })
    }
  }
  return ids
}

async function activeStores(db: Db): Promise<[Store, ...Store[]]> {
  const [first, ...others] = await db
    .selectFrom('store')
    .select(eb => [
      'id',
      'code',
      eb.fn.coalesce('chain_en', 'chain').as('chain'),
      eb.fn.coalesce('branch_en', 'branch').as('branch'),
    ])
    .where('active', '=', 1)
    .orderBy('id')
    .execute()
  if (!first) throw new InputError('No store takes part: load the stores with `store import`.')
  return [first, ...others]
}

async function register({ db, random }: Site, person: Person, now: number): Promise<string> {
  return inTransaction(db, async trx => {
    const form: Body<'register'> = {
      ...person.profile,
      lineUserId: person.user.lineUserId,
      phone: await freePhone(trx, random),
      consentTerms: true,
      consentPrivacy: true,
    }
    const { id } = await registerCustomer(trx, person.user, form, { now, random })
    await createReward(trx, id, now, random)
    if (person.answers) await answer(trx, id, now, random)
    return id
  })
}

async function freePhone(db: Db, random: Random): Promise<string> {
  const phone = `06${String(pickBelow(random, 100_000_000)).padStart(8, '0')}`
  const taken = await db
    .selectFrom('phone_claim')
    .select('phone')
    .where('phone', '=', toE164(phone))
    .executeTakeFirst()
  return taken ? freePhone(db, random) : phone
}

async function answer(db: Db, customerId: string, now: number, random: Random): Promise<void> {
  const question = await currentQuestion(db, now)
  if (question === null) return
  const [choice, ...others] = choicesOf(question) ?? ['สดชื่นมาก']
  if (choice === undefined) return
  await saveAnswer(db, customerId, { text: pickFrom(random, [choice, ...others]), at: now }, now, random)
}

type Sent = Person['receipts'][number] & {
  readonly customerId: string
  readonly campaign: Campaign
  readonly stores: [Store, ...Store[]]
  readonly at: number
}

async function sendAndReview(site: Site, sent: Sent): Promise<void> {
  const { random } = site
  const { customerId, campaign, at } = sent
  const store = pickFrom(random, sent.stores)
  const amount = Math.max(sent.baht, campaign.min_amount_satang / SATANG)
  const purchasedAt = Math.max(campaign.opens_at, at - HOUR_MS)
  const receiptNo = `${store.code.slice(0, 2).replace(/[^A-Za-z0-9]/g, 'X')}-${digits(random, 4)}-${digits(random, 6)}`
  const picture = receiptPicture({ ...store, receiptNo, purchasedAt, satang: amount * SATANG }, random)
  const sha256 = sha256Hex(picture)
  const requireOwner = (trx: Db) => lockParticipant(trx, customerId)
  await storeImage({ ...site, requireOwner }, { customerId, sha256 }, picture, at)
  const id = uuidv7(at, random.bytes(16))
  const fields = { storeId: store.id, receiptNo, amount, purchasedAt: isoOf(purchasedAt), images: [sha256] }
  await inTransaction(site.db, async trx => {
    await sendReceipt(trx, customerId, id, fields, at)
    if (sent.decision === 'approve') await approveReceipt(trx, id, at + HOUR_MS, random)
    if (sent.decision === 'reject')
      await rejectReceipt(trx, id, { reason: 'BLURRY', note: null }, at + HOUR_MS)
  })
}

const digits = (random: Random, length: number): string =>
  String(pickBelow(random, 10 ** length)).padStart(length, '0')

export async function approvePending({ db, random }: Site, now: number): Promise<number> {
  return inTransaction(db, async trx => {
    const pending = await trx.selectFrom('receipt').select('id').where('status', '=', 'pending').execute()
    for (const { id } of pending) await approveReceipt(trx, id, now, random)
    return pending.length
  })
}
