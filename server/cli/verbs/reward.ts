import { hashPin } from '#server/campaign/staff-pin.ts'
import { wholeNumber } from '#server/cli/options.ts'
import { PIN_HELP, readPin } from '#server/cli/read-pin.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'

/** Verbs for reward stock and the staff PIN. */
export const rewardVerbs: readonly Verb[] = [
  {
    name: 'reward stock',
    usage: 'TYPE N',
    summary: 'Set the remaining stock of a reward.',
    help: [
      'TYPE is one of the campaign’s rewards: welcome, answer, receipt, gift, concert. N is the number left from now on,',
      'not the initial stock. A reward whose stock was never set does not run out.',
      '',
      'Example: reward stock gift 500',
    ],
    args: { min: 2, max: 2 },
    run: setStock,
  },
  {
    name: 'reward pin',
    usage: '',
    summary: 'Set the PIN of staff who do not work at a store, such as at a concert.',
    help: [
      'The PIN has six digits. It is accepted where no store is scanned, such as a concert, and in stores without a PIN of',
      'their own (see `store pin`). Only its hash is stored, and the audit log does not contain it.',
      PIN_HELP,
    ],
    args: { min: 0, max: 1 },
    mode: 'without-transaction',
    run: setPin,
  },
]

async function setStock({ db, args }: Context): Promise<Outcome> {
  const [type = '', count = ''] = args
  const remaining = wholeNumber(count, 'N', bounds.stock)
  const kinds = await db.selectFrom('reward_kind').select('reward_type').orderBy('position').execute()
  if (!kinds.some(kind => kind.reward_type === type)) {
    throw new CliError(
      `TYPE: must be one of ${kinds.map(kind => kind.reward_type).join(', ')}, not "${type}"`,
    )
  }
  const before = await db
    .selectFrom('reward_stock')
    .selectAll()
    .where('reward_type', '=', type)
    .executeTakeFirst()
  await db
    .insertInto('reward_stock')
    .values({ reward_type: type, remaining })
    .onConflict(conflict => conflict.column('reward_type').doUpdateSet({ remaining }))
    .execute()
  const data = { rewardType: type, before: before?.remaining ?? null, remaining }
  return { lines: [`${type}: ${remaining} left (before: ${data.before ?? 'no limit'}).`], data, detail: data }
}

async function setPin(context: Context): Promise<Outcome> {
  const { db, args } = context
  const pin = await readPin(context, args[0])
  await db
    .updateTable('campaign')
    .set({ staff_pin_hash: await hashPin(pin) })
    .execute()
  return { lines: ['The staff PIN is set.'], data: { set: true }, detail: {} }
}
