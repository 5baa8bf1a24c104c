import { BLOCK_REASON_MAX } from '#contract/desk/limits.ts'
import { isoOf, isoOrNull } from '#contract/time.ts'
import { customerNamed } from '#server/action.ts'
import { countTickets } from '#server/campaign/rights.ts'
import { verbOf } from '#server/cli/action-verb.ts'
import { CUSTOMER_USAGE, dayOption, identifierHelp, oneLine, requiredOption } from '#server/cli/options.ts'
import { fieldTable } from '#server/cli/table.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'
import { blockOf } from '#server/identity/block.ts'
import { viewCustomer } from '#server/identity/view.ts'
import { countOf } from '#server/store/count.ts'
import type { Db } from '#server/store/tables.ts'

export const customerVerbs: readonly Verb[] = [
  {
    name: 'customer show',
    usage: CUSTOMER_USAGE,
    summary: 'Show a customer’s profile, consents and result, and the amount of other data.',
    help: [
      identifierHelp,
      'Shows only the number of receipts, tickets, answers, photos and sessions. `customer export` writes them to a file.',
      '',
      'Example: customer show 0812345678',
    ],
    run: show,
  },
  verbOf('eraseCustomer', {
    usage: CUSTOMER_USAGE,
    summary: 'Erase a customer’s personal data, like when the customer leaves the campaign.',
    help: [
      identifierHelp,
      'Permanently deletes name, phone, address, answers and photos, ends every session, and voids the tickets unless the',
      'draw’s list is sealed. A winner must decline the seat first.',
      '',
      'Example: customer erase 0812345678 --dry-run',
    ],
    read: ({ args }) => ({ customerId: args[0] ?? '' }),
    print: ({ detail }) => [`Erased ${detail.customerId} and ${detail.photos} photos.`],
  }),
  verbOf('blockCustomer', {
    usage: `${CUSTOMER_USAGE} --reason TEXT`,
    summary: 'Block a customer who misuses the campaign.',
    help: [
      identifierHelp,
      'Ends every session. The customer can no longer sign in and sees why, and `qr` refuses the customer’s codes. Nothing',
      'is deleted: receipts stay in the review, and data that the phone has not sent yet stays on the phone. Entries do not',
      'take part in a draw whose list is sealed later; a list that is already sealed does not change.',
      `--reason   goes to the audit log, at most ${BLOCK_REASON_MAX} characters; the customer does not see it`,
      '',
      'Example: customer block 0812345678 --reason "forged receipts"',
    ],
    read: context => ({
      id: context.args[0] ?? '',
      reason: oneLine(requiredOption(context, 'reason'), '--reason', BLOCK_REASON_MAX),
    }),
    print({ detail: { customerId, ended } }, { dryRun }) {
      const line = dryRun ? `Would block ${customerId} and end` : `Blocked ${customerId} and ended`
      return [`${line} ${ended} sessions.`]
    },
  }),
  verbOf('correctBirthday', {
    usage: `${CUSTOMER_USAGE} --date YYYY-MM-DD`,
    summary: 'Correct the birthday of a customer whose ID card shows another one.',
    help: [
      identifierHelp,
      'Winners under 20 cannot change their birthday in the app to an older one, because a guardian must agree to their',
      'prize. Look at the ID card first. Both birthdays go to the audit log.',
      '--date   may have a year of the Buddhist era',
      '',
      'Example: customer birthday 0812345678 --date 1998-04-13',
    ],
    read: context => ({
      id: context.args[0] ?? '',
      birthDate: dayOption(context, 'date'),
    }),
    print: ({ detail }, { dryRun }) => [
      `${dryRun ? 'Would correct' : 'Corrected'} the birthday of ${detail.customerId}.`,
    ],
  }),
  verbOf('unblockCustomer', {
    usage: CUSTOMER_USAGE,
    summary: 'Let a blocked customer sign in and take part again.',
    help: [identifierHelp, '', 'Example: customer unblock 0812345678'],
    read: ({ args }) => ({ id: args[0] ?? '' }),
    print: ({ detail }, { dryRun }) => [`${dryRun ? 'Would unblock' : 'Unblocked'} ${detail.customerId}.`],
  }),
]

const countRows = (db: Db, which: 'receipt' | 'answer' | 'image' | 'session', id: string) =>
  countOf(db.selectFrom(which).where('customer_id', '=', id))

/** Counts the sign-ins with a LINE token that had already opened a session. Logins are kept for 90 days. */
async function tokenReuses(db: Db, customerId: string): Promise<number> {
  const { logins, tokens } = await db
    .selectFrom('login_seen')
    .select(eb => [
      eb.fn.countAll<number>().as('logins'),
      eb.fn.count<number>('token_hash').distinct().as('tokens'),
    ])
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow()
  return Number(logins) - Number(tokens)
}

async function show({ db, args }: Context): Promise<Outcome> {
  const row = await customerNamed(db, args[0] ?? '')
  const customer = await viewCustomer(db, row)
  const reward = await db
    .selectFrom('reward')
    .select(['draw_state', 'draw_rank'])
    .where('customer_id', '=', row.id)
    .executeTakeFirst()
  const block = await blockOf(db, row.id)
  const uses = await db.selectFrom('reward_use').selectAll().where('customer_id', '=', row.id).execute()
  const data = {
    ...customer,
    cancelledAt: isoOrNull(row.cancelled_at),
    blockedAt: isoOrNull(block?.blocked_at ?? null),
    receipts: await countRows(db, 'receipt', row.id),
    tickets: await countTickets(db, row.id),
    answers: await countRows(db, 'answer', row.id),
    photos: await countRows(db, 'image', row.id),
    sessions: await countRows(db, 'session', row.id),
    lineTokenReuses: await tokenReuses(db, row.id),
    drawState: reward?.draw_state ?? null,
    drawRank: reward?.draw_rank ?? null,
    used: uses.map(use => `${use.reward_type} ${use.code} ${isoOf(use.used_at)}`),
  }
  return { lines: fieldTable(data), data, detail: { customerId: row.id } }
}
