import { isoOf } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { judgeQrCode, readQrCode } from '#server/campaign/qr.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'

/** The customer's own code, at a door or a counter. */
export const qrVerbs: readonly Verb[] = [
  {
    name: 'qr check',
    usage: 'CODE',
    summary: 'Say whose check-in code this is, and whether it is of this minute.',
    help: [
      'CODE is what a scanner reads from the code on the customer’s phone, CQ1.… It changes every half minute: ends',
      'with 1 where it is older or newer, as a picture of it is, or was not made by this campaign for this customer.',
      'A phone makes it without a network too. Nothing is marked as used; see `customer show` for the rest.',
      '',
      'Example: qr check CQ1.01920000-0000-7000-8000-000000000001.59670000.AAAAAAAAAAAAAAAAAAAAAA',
    ],
    args: { min: 1, max: 1 },
    run: check,
  },
]

async function check({ db, args, now }: Context): Promise<Outcome> {
  const code = readQrCode(args[0]?.trim() ?? '')
  if (!code) throw new CliError('CODE: this is no check-in code')
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
      lines: ['FAIL  This code is nobody’s: it was not made by this campaign for a customer.'],
      data: { genuine: false, fresh: false },
      detail: { genuine: false },
      failed: true,
    }
  }
  const name = `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim()
  const when = `${bangkokTime(madeAt)} in Bangkok`
  return {
    lines: [
      `${fresh ? 'ok  ' : 'FAIL'}  ${name} (${row.id}), draw: ${row.draw_state}`,
      fresh ? 'The code is of this minute.' : `The code is of ${when}: ask for the one on the phone now.`,
    ],
    data: { genuine, fresh, madeAt: isoOf(madeAt), customerId: row.id, name, drawState: row.draw_state },
    detail: { genuine, fresh, customerId: row.id },
    failed: !fresh,
  }
}
