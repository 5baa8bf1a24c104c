import { expect, type Page } from '@playwright/test'
import { bangkokDay, bangkokMinute } from '#contract/rules.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { goWithin } from './customer.ts'
import { receiptPhoto } from './e2e.ts'
import { delivered, type Scene } from './fault-e2e.ts'
import { queuedReceipt, readRecords, writeRecords } from './phone-storage.ts'
import { queueableRoutes, type Release } from './releases.ts'
import { columnsOf, update } from './rows.ts'

/** The customer's new answer and first name. */
const ANSWER = 'พี่สาว'
const NAME = 'มาลี'

export type Queue = { readonly jobs: readonly string[]; readonly logs: readonly string[] }
/** The ids of two receipts, and the version of the profile. */
type OnServer = { readonly rejected: string; readonly pending: string; readonly version: number }
type JobRecord = {
  readonly id: string
  readonly route: string
  readonly body: object
  readonly photos: object
}
type LogRecord = { readonly createdAt: number; readonly event: { readonly eventId: string } }

/** Makes every write of the outbox fail before it reaches the server. Reads still work, so that screens can open. */
export function loseWrites({ campaign }: Pick<Scene, 'campaign'>): void {
  const path = /^\/api\/(receipt|answer|customer|reward|log)/
  for (const method of ['POST', 'PUT', 'DELETE'])
    campaign.origin.break({ method, path, fault: { do: 'reset' } })
}

/** Gives the customer what the queued jobs need: a rejected receipt, a receipt that can be withdrawn, and a prize. */
export async function prepareCustomer({ page, campaign, who, no }: Scene): Promise<OnServer> {
  const rejected = queuedReceipt(who.customerId, no(1), 1)
  const pending = queuedReceipt(who.customerId, no(2), 2)
  await writeRecords(page, [rejected, pending])
  await delivered(page)
  await campaign.organiser(['receipts', 'reject', rejected.id, '--reason', 'BLURRY'])
  await update(campaign, 'reward', { draw_state: 'won', draw_rank: 1 }, { customer_id: who.customerId })
  const profile = campaign.db.selectFrom('customer').select('version').where('id', '=', who.customerId)
  const { version } = await profile.executeTakeFirstOrThrow()
  return { rejected: rejected.id, pending: pending.id, version }
}

/** Fills in and sends a receipt on a release's screen. */
export async function sendReceipt(page: Page, receiptNo: string): Promise<void> {
  await goWithin(page, '/receipt')
  const buffer = await receiptPhoto(page, receiptNo)
  const photo = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer }
  await page.locator('input[type=file]').first().setInputFiles(photo) // The camera; the second input is the album.
  await expect(page.getByRole('img', { name: 'รูปใบเสร็จที่ 1' })).toBeVisible()
  await page.getByRole('button', { name: 'ร้านค้า' }).click()
  const dialog = page.getByRole('dialog')
  const store = dialog.getByRole('listitem').first() // Any store will do.
  // The first releases list the stores without their chains.
  const chain = dialog.getByRole('heading', { level: 3 }).first().getByRole('button') // Any chain will do.
  await expect(async () => {
    if (!(await store.isVisible())) await chain.click({ timeout: 1000 })
    await store.getByRole('button').click({ timeout: 1000 })
  }).toPass()
  await page.getByLabel('เลขที่ใบเสร็จ').fill(receiptNo)
  const minute = bangkokMinute(Date.now() - 2 * HOUR_MS)
  const [day, time = ''] = minute.split('T')
  // The first releases had one field for the day and the time.
  const both = page.getByLabel('วันที่และเวลาที่ซื้อ')
  if (await both.isVisible()) await both.fill(minute)
  else {
    await page.getByRole('radio', { name: day === bangkokDay(Date.now()) ? 'วันนี้' : 'เมื่อวาน' }).check()
    await page.getByLabel('เวลาที่ซื้อ').fill(time)
  }
  await page.getByLabel('ยอดเงิน (บาท)').fill('350')
  await page.getByRole('button', { name: 'ตรวจสอบและส่ง' }).click()
  await page.getByRole('button', { name: 'ยืนยันส่ง' }).click()
  await expect(page).toHaveURL(/\/thanks/)
}

export async function sendAnswer(page: Page, text: string): Promise<void> {
  await goWithin(page, '/answer')
  await page.getByRole('textbox').fill(text)
  await page.getByRole('button', { name: 'ส่งคำตอบ' }).click()
  await expect(page).toHaveURL(/\/thanks/)
}

export const jobsOf = async (page: Page): Promise<readonly JobRecord[]> =>
  (await readRecords(page, 'q/job/')).map(([, job]) => job as JobRecord)

/**
 * Queues a job of every kind that the release supports: some on its screens, the others as records in its database.
 * Call `loseWrites` before, so that the jobs stay queued.
 */
export async function queueEveryKind(
  { page, who, no }: Scene,
  release: Release,
  { rejected, pending }: OnServer,
): Promise<Queue> {
  await sendReceipt(page, no(3))
  await sendAnswer(page, ANSWER)
  await goWithin(page, '/updateProfile')
  await page.getByLabel('ชื่อ', { exact: true }).fill(NAME)
  await page.getByRole('button', { name: 'บันทึก' }).click()
  await expect.poll(async () => (await jobsOf(page)).length).toBe(3)

  const own = (await jobsOf(page)).find(({ route }) => route === 'postAnswer')
  const routes = queueableRoutes(release)
  const like = (seq: number, route: string, subject: string, body: object, more: object = {}) => {
    const { id, entries } = queuedReceipt(who.customerId, no(4), seq)
    const [photo, [key, receipt]] = entries as [[string, unknown], [string, JobRecord]]
    const fresh = {
      id,
      seq,
      state: 'queued',
      attempts: 0,
      failure: null,
      notBefore: 0,
      params: {},
      ifMatch: null,
    }
    const { id: _, ...fields } = receipt.body as { id: string }
    const change = route === 'updateReceipt' ? { body: fields, photos: receipt.photos } : { body, photos: [] }
    const job = [key, { ...own, ...fresh, route, subject, ...change, ...more }] as const
    return { route, entries: route === 'updateReceipt' ? [photo, job] : [job] }
  }
  const others = [
    like(11, 'updateReceipt', rejected, {}, { params: { id: rejected } }),
    like(12, 'deleteReceipt', pending, {}, { params: { id: pending } }),
    like(13, 'useReward', 'welcome', { rewardType: 'welcome' }),
    like(14, 'confirmConcert', 'concert', { attend: true }),
    like(15, 'putMessageSettings', 'messages', { receipts: false }),
  ].filter(({ route }) => routes.includes(route))
  await writeRecords(page, others)
  const jobs = await jobsOf(page)
  expect(jobs.map(({ route }) => route).toSorted()).toEqual(routes)
  return { jobs: jobs.map(({ id }) => id), logs: await olderLogs(page) }
}

/** Backdates the stored log events by two minutes, because for a minute only the page that stored them sends them. */
async function olderLogs(page: Page): Promise<readonly string[]> {
  const logs = (await readRecords(page, 'q/log/')) as [string, LogRecord][]
  const entries = logs.map(
    ([key, log]) => [key, { ...log, createdAt: log.createdAt - 2 * MINUTE_MS }] as const,
  )
  await writeRecords(page, [{ entries }])
  return logs.map(([, { event }]) => event.eventId)
}

/** Checks the requests that arrived: each job took effect exactly once on the server. Photo uploads do not count. */
export function expectOneEffectEach({ campaign }: Scene, jobs: readonly string[]): void {
  const effects = campaign.origin.arrivals
    .filter(({ path, status, replayed }) => !path.includes('/image/') && status === 200 && !replayed)
    .flatMap(({ key }) => (key !== null && jobs.includes(key) ? [key] : []))
  expect(effects.toSorted()).toEqual(jobs.toSorted())
}

/** Checks that the server's database contains everything that `queueEveryKind` queued, and nothing twice. */
export async function expectStored(
  { campaign, who, no }: Scene,
  release: Release,
  { version }: OnServer,
  { logs }: Queue,
): Promise<void> {
  const { db } = campaign
  const of = who.customerId
  const receipts = await db
    .selectFrom('receipt')
    .select(['receipt_no', 'status', 'resubmits'])
    .where('customer_id', '=', of)
    .orderBy('receipt_no')
    .execute()
  expect(receipts).toEqual([
    { receipt_no: no(2), status: 'void', resubmits: 0 },
    { receipt_no: no(3), status: 'pending', resubmits: 0 },
    { receipt_no: no(4), status: 'pending', resubmits: 1 },
  ])
  const answers = db.selectFrom('answer').select('answer_text').where('customer_id', '=', of)
  expect(await answers.execute()).toEqual([{ answer_text: ANSWER }])
  const customer = db.selectFrom('customer').select(['first_name', 'version']).where('id', '=', of)
  expect(await customer.execute()).toEqual([{ first_name: NAME, version: version + 1 }])
  const uses = db.selectFrom('reward_use').select('reward_type').where('customer_id', '=', of)
  expect(await uses.execute()).toEqual([{ reward_type: 'welcome' }])
  const reward = db.selectFrom('reward').select('draw_state').where('customer_id', '=', of)
  expect(await reward.execute()).toEqual([{ draw_state: 'confirmed' }])
  const switches = db.selectFrom('message_preference').select('message_group').where('customer_id', '=', of)
  const groups = queueableRoutes(release).includes('putMessageSettings')
    ? [{ message_group: 'receipts' }]
    : []
  expect(await switches.execute()).toEqual(groups)
  const states = await db.selectFrom('log_state').select('event_id').where('customer_id', '=', of).execute()
  const views = await columnsOf({ db }, 'log_page_view', ['event_id'], { customer_id: of })
  expect([...states, ...views].map(row => row.event_id)).toEqual(expect.arrayContaining([...logs]))
}
