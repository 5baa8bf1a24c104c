import { hashPin } from '#server/campaign/staff-pin.ts'
import { wholeNumber } from '#server/cli/options.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'

/** How many of a reward there are, and the PIN that releases them. */
export const rewardVerbs: readonly Verb[] = [
  {
    name: 'reward stock',
    usage: 'TYPE N',
    summary: 'Set how many of a reward are left.',
    help: [
      'TYPE is one of the campaign’s rewards: welcome, answer, receipt, gift, concert. N is what is left from now',
      'on, not what there was at first. A reward whose stock was never set does not run out.',
      '',
      'Example: reward stock gift 500',
    ],
    args: { min: 2, max: 2 },
    run: setStock,
  },
  {
    name: 'reward pin',
    usage: 'PIN',
    summary: 'Set the PIN with which staff at the counter release a reward.',
    help: [
      'Four to six digits. Only a hash of it is kept, and the audit does not hold it. Until one is set, rewards',
      'that need staff cannot be used.',
      '',
      'Example: reward pin 4821',
    ],
    args: { min: 1, max: 1 },
    run: setPin,
  },
]

async function setStock({ db, args }: Context): Promise<Outcome> {
  const [type = '', count = ''] = args
  const remaining = wholeNumber(count, 'N', bounds.stock)
  const kinds = await db.selectFrom('reward_kind').select('reward_type').orderBy('position').execute()
  if (!kinds.some(kind => kind.reward_type === type)) {
    throw new CliError(`TYPE: "${type}" is none of ${kinds.map(kind => kind.reward_type).join(', ')}`)
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

async function setPin({ db, args }: Context): Promise<Outcome> {
  const pin = args[0] ?? ''
  if (!/^\d{4,6}$/.test(pin)) throw new CliError('PIN: four to six digits are needed')
  await db
    .updateTable('campaign')
    .set({ staff_pin_hash: await hashPin(pin) })
    .execute()
  return { lines: ['The staff’s PIN is set.'], data: { set: true }, detail: {} }
}
