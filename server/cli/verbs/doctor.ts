import { DAY_MS } from '#contract/time.ts'
import { campaignState, readCampaign } from '#server/campaign/clock.ts'
import { legalDocuments, versionOf } from '#server/campaign/legal.ts'
import { isExhausted, pinCounts } from '#server/campaign/pin-limits.ts'
import { currentQuestion } from '#server/campaign/questions.ts'
import { auditCheck, keptHeads } from '#server/cli/audit-check.ts'
import { anyFailed, type Check, checkLines, type Finding, fail, ok, warn } from '#server/cli/checks.ts'
import {
  chatCheck,
  placeholderCheck,
  prizeCheck,
  sealCheck,
  termsPageCheck,
} from '#server/cli/doctor-content.ts'
import { databaseCheck } from '#server/cli/doctor-database.ts'
import { eventCheck, messageCheck, noticeCheck, quotaCheck } from '#server/cli/doctor-messages.ts'
import { retentionCheck } from '#server/cli/doctor-retention.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { withProgress } from '#server/cli/with-progress.ts'
import { imageKey } from '#server/images/store.ts'
import { textState } from '#server/set-up/terms.ts'
import { readMaster } from '#server/store/master.ts'

export const doctorVerbs: readonly Verb[] = [
  {
    name: 'doctor',
    summary: 'Check that the campaign can run, and report what is missing.',
    help: [
      'Checks the pages of the database, the lists, the dates, the rewards, the prizes, the code of the draw’s list, the terms, the',
      'photos, retention, the LINE messages and events, the quota of messages, the notices of the desk, and the audit log. Exits',
      'with 1 if a check fails. The server may keep running, and does not wait for it.',
    ],
    mode: 'without-transaction',
    run: doctor,
  },
]

const allChecks: Readonly<Record<string, (context: Context) => Finding | Promise<Finding>>> = {
  lists: listCheck,
  dates: clockCheck,
  terms: textCheck,
  question: questionCheck,
  'staff PIN': staffCheck,
  'wrong PINs': wrongPinCheck,
  'sign-ins': signInCheck,
  prizes: prizeCheck,
  'draw list': sealCheck,
  placeholders: async ({ db }) => placeholderCheck((await readCampaign(db)).permit_no),
  'terms page': async ({ db }) => termsPageCheck(await readCampaign(db)),
  chat: context => chatCheck(context),
  photos: objectCheck,
  retention: retentionCheck,
  'LINE messages': messageCheck,
  'LINE quota': quotaCheck,
  'LINE events': eventCheck,
  'desk notices': noticeCheck,
  audit: wholeAuditCheck,
}

async function doctor(context: Context): Promise<Outcome> {
  // If this check fails, the other checks would be unreliable, so skip them.
  const checks: Check[] = [{ name: 'database', ...(await databaseCheck(context)) }]
  const rest = anyFailed(checks) ? [] : Object.entries(allChecks)
  for (const [name, check] of withProgress(context.progress, 'Checking', rest))
    checks.push({ name, ...(await check(context)) })
  const failed = anyFailed(checks)
  return {
    lines: [...checkLines(checks), '', countsOf(checks)],
    data: { healthy: !failed, checks },
    detail: { healthy: !failed },
    failed,
  }
}

/** Also checks the heads in AUDIT_HEAD_FILE, if it is set. */
async function wholeAuditCheck({ db, auditHeadFile }: Context): Promise<Finding> {
  const path = auditHeadFile()
  if (path === null) return auditCheck(db)
  try {
    return await auditCheck(db, undefined, await keptHeads(path))
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return warn(`AUDIT_HEAD_FILE: ${error.message}`)
  }
}

function countsOf(checks: readonly Check[]): string {
  const count = (level: Check['level']) => checks.filter(check => check.level === level).length
  return `${checks.length} checks: ${count('ok')} in order, ${count('warn')} warnings, ${count('fail')} failed`
}

async function listCheck({ db }: Context): Promise<Finding> {
  const { provinces, districts, subdistricts, stores } = await readMaster(db)
  const found = `${provinces.length} provinces, ${districts.length} districts, ${subdistricts.length} subdistricts, ${stores.length} stores`
  const whole = provinces.length === 77 && districts.length >= 928 && subdistricts.length >= 7400
  return whole && stores.length > 0 ? ok(found) : fail(found)
}

async function clockCheck({ db, now }: Context): Promise<Finding> {
  const campaign = await readCampaign(db)
  const { opens_at, closes_at, draw_at, announce_at, confirm_by } = campaign
  const dates = [opens_at, closes_at, draw_at, announce_at, confirm_by]
  const inOrder = dates.every((date, index) => index === 0 || date > (dates[index - 1] ?? 0))
  const state = `${campaignState(campaign, now)}${campaign.mode === 'auto' ? '' : ' (set by hand; `auto` returns to the dates)'}`
  if (!inOrder)
    return fail('must be in this order: opening, close, draw, announcement, deadline for winners to confirm')
  return { level: campaign.mode === 'auto' ? 'ok' : 'warn', found: `the campaign is ${state}` }
}

/** Warns if customers could agree to two different texts under the same version number. */
async function textCheck({ db }: Context): Promise<Finding> {
  const campaign = await readCampaign(db)
  const wrong = legalDocuments.flatMap(document => {
    const state = textState(campaign, document)
    const version = versionOf(campaign, document)
    if (state === 'current') return []
    return state === 'changed'
      ? [
          `the text of "${document}" has changed since version ${version} was set: run "terms set --${document} NEW"`,
        ]
      : [`the text of version ${version} is not recorded: run "terms set --${document} ${version}"`]
  })
  const versions = `terms ${campaign.terms_version}, privacy notice ${campaign.privacy_version}`
  return wrong.length > 0 ? warn(wrong.join('; ')) : ok(versions)
}

async function questionCheck({ db, now }: Context): Promise<Finding> {
  const question = await currentQuestion(db, now)
  return question ? ok(question.text_th) : warn('no question is open')
}

async function staffCheck({ db }: Context): Promise<Finding> {
  const { staff_pin_hash } = await readCampaign(db)
  const needing = await db
    .selectFrom('reward_kind')
    .select('reward_type')
    .where('needs_staff', '=', 1)
    .execute()
  const stores = await db.selectFrom('store_pin').select('store_id').limit(1).executeTakeFirst()
  if (needing.length === 0 || staff_pin_hash !== null || stores) return ok('set or not needed')
  const types = needing.map(kind => kind.reward_type).join(', ')
  return warn(`not set: customers cannot use these rewards: ${types} (see "store pins" and "reward pin")`)
}

/**
 * Warns if staff PINs are locked, for a store or for the campaign, or if half of the allowed wrong attempts are used
 * up.
 */
async function wrongPinCheck({ db, now }: Context): Promise<Finding> {
  const many = (await pinCounts(db, now)).filter(({ failures, limit }) => failures * 2 >= limit)
  const stores = await db.selectFrom('store').select(['id', 'code']).execute()
  const found = many.map(
    count =>
      `${stores.find(store => store.id === count.storeId)?.code ?? 'campaign'}: ${count.failures} of ${count.limit} wrong PINs in 24 hours${isExhausted(count) ? ', PINs are refused' : ''}`,
  )
  return many.length > 0 ? warn(found.join('; ')) : ok('few in the last 24 hours')
}

/** A LINE token, valid for an hour, that opens more sessions than this in a day was probably copied. */
const TOKEN_USES_MAX = 10

async function signInCheck({ db, now }: Context): Promise<Finding> {
  const reused = await db
    .selectFrom('login_seen')
    .select(eb => ['customer_id', eb.fn.countAll<number>().as('uses')])
    .where('at', '>', now - DAY_MS)
    .groupBy(['token_hash', 'customer_id'])
    .having(eb => eb.fn.countAll(), '>', 1)
    .execute()
  const many = reused.filter(({ uses }) => Number(uses) > TOKEN_USES_MAX)
  const found = `${reused.length} LINE tokens opened more than one session in the last 24 hours`
  if (many.length === 0) return ok(found)
  const customers = [...new Set(many.map(row => row.customer_id))]
  return warn(
    `${found}; more than ${TOKEN_USES_MAX} each, so perhaps copied: customers ${customers.slice(0, 5).join(', ')} (see "customer show")`,
  )
}

/** Only the newest photos are checked. */
const CHECKED_PHOTOS = 20

async function objectCheck({ db, objects }: Context): Promise<Finding> {
  const newest = await db
    .selectFrom('image')
    .select(['customer_id', 'sha256'])
    .orderBy('created_at', 'desc')
    .limit(CHECKED_PHOTOS)
    .execute()
  try {
    await objects.probe()
    let missing = 0
    for (const { customer_id: customerId, sha256 } of newest) {
      if (!(await objects.get(imageKey({ customerId, sha256 })))) missing += 1
    }
    return missing === 0
      ? ok(`the newest ${newest.length} exist`)
      : fail(`${missing} of the newest ${newest.length} are missing`)
  } catch (error) {
    return fail(`the photo storage is unavailable: ${(error as Error).message}`)
  }
}
