import type { ErrorCode } from '#contract/errors.ts'
import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { judgeQrCode, readQrCode } from '#server/campaign/qr.ts'
import { redeemReward } from '#server/campaign/use-reward.ts'
import { textOption } from '#server/cli/options.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { ApiError } from '#server/errors.ts'

export const qrVerbs: readonly Verb[] = [
  {
    name: 'qr check',
    usage: 'CODE',
    summary: 'Show whose check-in code this is, and check that it is current.',
    help: [
      'CODE is the text that a scanner reads from the customer’s phone, CQ1.… It changes every half minute. Exits with 1',
      'if the code is outdated (for example a screenshot), was not created by this campaign for this customer, or if the',
      'customer is blocked.',
      'Phones can create codes offline. The check does not mark anything as used; `qr use` does.',
      '',
      'Example: qr check CQ1.01920000-0000-7000-8000-000000000001.59670000.AAAAAAAAAAAAAAAAAAAAAA',
    ],
    run: check,
  },
  {
    name: 'qr use',
    usage: 'CODE TYPE [--store STORE]',
    summary: 'Check a customer’s code and record the use of a reward.',
    help: [
      'The recommended way to hand out a reward: staff scan the code on the customer’s phone, and no PIN is typed into it.',
      'CODE is the text that the scanner reads, TYPE one of the customer’s rewards. Checks the code like `qr check`, and the',
      'reward like the app does: unlocked, in its period, in stock and not used yet. A prize also needs its tax paid',
      '(`winners tax`) and, for a winner under 20, the guardian’s consent (`winners guardian`). --store is the store’s',
      'code; the use is recorded for it. Prints the voucher code.',
      '',
      'Example: qr use CQ1.01920000-0000-7000-8000-000000000001.59670000.AAAAAAAAAAAAAAAAAAAAAA gift --store BD-10-001',
    ],
    dryRun: true,
    run: use,
  },
]

async function use(context: Context): Promise<Outcome> {
  const checked = await check(context)
  const { customerId } = checked.detail
  if (checked.failed || typeof customerId !== 'string') return checked
  const { db, args, random, now } = context
  const rewardType = args[1] ?? ''
  const storeCode = textOption(context, 'store')?.trim()
  try {
    const asked = { rewardType, storeCode, staff: { by: 'scanned' } } as const
    const { code, usedAt } = await redeemReward(db, customerId, asked, now, random)
    const detail = { customerId, rewardType, store: storeCode ?? null }
    return {
      lines: [...checked.lines, `Used: ${rewardType}, voucher code ${code}`],
      data: { ...detail, code, usedAt: isoOf(usedAt) },
      detail,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [field] = error.fields ?? []
    throw new CliError(
      field?.path === 'storeCode'
        ? `--store: no store that takes part has the code "${storeCode}"`
        : field?.path === 'rewardType'
          ? `TYPE: the campaign has no reward "${rewardType}"`
          : (refusals[error.code] ?? error.code),
    )
  }
}

const refusals: Partial<Record<ErrorCode, string>> = {
  REWARD_NOT_CREATED: 'The customer has no rewards yet.',
  REWARD_LOCKED: 'The customer has not earned this reward yet.',
  REWARD_USED: 'The customer has already used this reward.',
  TAX_UNPAID: 'The withholding tax of this prize is not recorded as paid (`winners tax --paid`).',
  GUARDIAN_MISSING:
    'The winner is under 20, and the guardian’s consent is not recorded (`winners guardian`).',
  OUT_OF_STOCK: 'This reward is out of stock.',
  OUT_OF_PERIOD: 'This reward cannot be used at this time.',
}

async function check({ db, args, now }: Context): Promise<Outcome> {
  const code = readQrCode(args[0]?.trim() ?? '')
  if (!code) throw new CliError('CODE: this is not a check-in code')
  const row = await db
    .selectFrom('reward')
    .innerJoin('customer', 'customer.id', 'reward.customer_id')
    .leftJoin('block', 'block.customer_id', 'reward.customer_id')
    .select(['reward.qr_secret', 'reward.draw_state', 'customer.id', 'customer.status'])
    .select(['customer.first_name', 'customer.last_name', 'block.blocked_at'])
    .where('reward.id', '=', code.rewardId)
    .executeTakeFirst()
  const { genuine, fresh, madeAt } = judgeQrCode(code, row?.qr_secret ?? '', now)
  if (!row || row.status === 'cancelled' || !genuine) {
    return {
      lines: ['FAIL  Invalid code: this campaign did not create it for any customer.'],
      data: { genuine: false, fresh: false },
      detail: { genuine: false },
      failed: true,
    }
  }
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim()
  if (row.blocked_at !== null) {
    const detail = { genuine, fresh, customerId: row.id, blocked: true }
    return {
      lines: [`FAIL  ${name} (${row.id}) is blocked.`],
      data: { ...detail, name },
      detail,
      failed: true,
    }
  }
  const when = `${bangkokTime(madeAt)} (Bangkok time)`
  return {
    lines: [
      `${fresh ? 'ok  ' : 'FAIL'}  ${name} (${row.id}), draw: ${row.draw_state}`,
      fresh ? 'The code is current.' : `The code is from ${when}: ask the customer to show the current one.`,
    ],
    data: { genuine, fresh, madeAt: isoOf(madeAt), customerId: row.id, name, drawState: row.draw_state },
    detail: { genuine, fresh, customerId: row.id },
    failed: !fresh,
  }
}
