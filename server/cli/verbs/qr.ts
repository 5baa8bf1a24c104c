import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { judgeQrCode, readQrCode } from '#server/campaign/qr.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'

export const qrVerbs: readonly Verb[] = [
  {
    name: 'qr check',
    usage: 'CODE',
    summary: 'Show whose check-in code this is, and check that it is current.',
    help: [
      'CODE is the text that a scanner reads from the customer’s phone, CQ1.… It changes every half minute. Exits with 1',
      'if the code is outdated (for example a screenshot) or was not created by this campaign for this customer.',
      'Phones can create codes offline. The check does not mark anything as used; see `customer show` for details.',
      '',
      'Example: qr check CQ1.01920000-0000-7000-8000-000000000001.59670000.AAAAAAAAAAAAAAAAAAAAAA',
    ],
    args: { min: 1, max: 1 },
    run: check,
  },
]

async function check({ db, args, now }: Context): Promise<Outcome> {
  const code = readQrCode(args[0]?.trim() ?? '')
  if (!code) throw new CliError('CODE: this is not a check-in code')
  const row = await db
    .selectFrom('reward')
    .innerJoin('customer', 'customer.id', 'reward.customer_id')
    .select(['reward.qr_secret', 'reward.draw_state', 'customer.id', 'customer.status'])
    .select(['customer.first_name', 'customer.last_name'])
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
