import { isoOrNull } from '#contract/time.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { hashPin } from '#server/campaign/staff-pin.ts'
import { runAction } from '#server/cli/action-verb.ts'
import { oneLine, textOption, timeOption, wholeNumber } from '#server/cli/options.ts'
import { PIN_HELP, readPin } from '#server/cli/read-pin.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { bounds } from '#server/data/bounds.ts'
import { lockStock, setRemaining } from '#server/set-up/stock.ts'

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
    run: setStock,
  },
  {
    name: 'reward set',
    usage:
      'TYPE [--title …] [--title-en …] [--text …] [--text-en …] [--condition …]... [--condition-en …]... [--opens …] [--closes …]',
    summary: 'Change the texts of a reward, or when customers can use it.',
    help: [
      'TYPE is one of the campaign’s rewards (`reward stock`). Pass only the changes; "" removes a text or the conditions.',
      '--title-en, --text-en and --condition-en are the English texts; without them, the app shows the Thai ones.',
      'Repeat --condition to replace all conditions, and --condition-en as often, in the same order.',
      '--opens and --closes are the first moment and the end of use; --closes none removes the end.',
      'Once customers can use a reward, its beginning is fixed, and its end must be in the future. Customers who hold it',
      'unused keep at least two days. Home and the terms show the texts of the build.',
      '',
      'Example: reward set gift --title "กระเป๋าผ้าลายลิ้นจี่" --closes 2027-01-31T23:59:59+07:00',
    ],
    dryRun: true,
    run: setReward,
  },
  {
    name: 'reward pin',
    alsoAccepts: '[PIN]',
    summary: 'Set the PIN of staff who do not work at a store, such as at a concert.',
    help: [
      'The PIN has six digits. It works where no store is scanned, such as at a concert, and in stores without a PIN of',
      'their own (see `store pin`). Only its hash is stored, and the audit log does not contain it.',
      PIN_HELP,
    ],
    mode: 'without-transaction',
    run: setPin,
  },
]

async function setStock({ db, args }: Context): Promise<Outcome> {
  const [type = '', count = ''] = args
  const remaining = wholeNumber(count, 'N', bounds.stock)
  const before = await lockStock(db, type)
  await setRemaining(db, type, remaining)
  const detail = { rewardType: type, before: before.remaining, remaining }
  return { lines: [`${type}: ${remaining} left (before: ${detail.before ?? 'no limit'}).`], detail }
}

async function setReward(context: Context): Promise<Outcome> {
  const set = {
    titleTh: titleIn(context),
    titleEn: textIn(context, 'title-en'),
    textTh: textIn(context, 'text'),
    textEn: textIn(context, 'text-en'),
    conditionsTh: conditionsIn(context, 'condition'),
    conditionsEn: conditionsIn(context, 'condition-en'),
    opensAt: timeOption(context, 'opens') ?? undefined,
    closesAt: textOption(context, 'closes') === 'none' ? null : (timeOption(context, 'closes') ?? undefined),
  }
  if (Object.values(set).every(value => value === undefined))
    throw new CliError('Nothing to set: give at least one option')
  const rewardType = context.args[0] ?? ''
  const change = { kind: 'reward', rewardType, set } as const
  const { answer, detail } = await runAction('changeSetUp', context, { change, seen: null })
  const after = answer.rewards.find(reward => reward.type === rewardType)
  if (!after) throw new Error(`${rewardType}: the reward that was changed is gone`)
  const { title, text, conditions, opensAt, closesAt } = after
  const used = `from ${shownTime(opensAt, 'the beginning')} until ${shownTime(closesAt, 'no end')}`
  return {
    lines: [
      `${rewardType}: ${title.th}, ${used}.`,
      detail.holders === null
        ? 'Customers get it only after the announcement.'
        : `Customers who hold it unused: ${detail.holders}.`,
    ],
    data: {
      rewardType,
      titleTh: title.th,
      titleEn: title.en,
      textTh: text.th,
      textEn: text.en,
      conditionsTh: conditions.th,
      conditionsEn: conditions.en,
      opensAt: isoOrNull(opensAt),
      closesAt: isoOrNull(closesAt),
      holders: detail.holders,
    },
    detail,
  }
}

const shownTime = (at: number | null, otherwise: string): string =>
  at === null ? otherwise : bangkokTime(at)

function titleIn(context: Context): string | undefined {
  const text = textOption(context, 'title')
  return text === undefined ? undefined : oneLine(text, '--title', bounds.titleLength)
}

/** Returns null to remove the text, and undefined if the option was not given. */
function textIn(context: Context, name: string): string | null | undefined {
  const text = textOption(context, name)
  if (text === undefined) return undefined
  return text === '' ? null : oneLine(text, `--${name}`, bounds.titleLength)
}

function conditionsIn(context: Context, name: string): string[] | undefined {
  const given = context.options[name]
  if (!Array.isArray(given)) return undefined
  if (given.length === 1 && given[0] === '') return []
  if (given.length > bounds.conditionCount)
    throw new CliError(`--${name}: give at most ${bounds.conditionCount}`)
  return given.map(text => oneLine(String(text), `--${name}`, bounds.conditionLength))
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
