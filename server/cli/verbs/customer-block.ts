import { BLOCK_REASON_MAX } from '#contract/desk/limits.ts'
import { blockCustomer, unblockCustomer } from '#server/actions/customers.ts'
import { CUSTOMER_USAGE, identifierHelp, oneLine, requiredOption } from '#server/cli/options.ts'
import type { Context, Outcome, Verb } from '#server/cli/verb.ts'

export const customerBlockVerbs: readonly Verb[] = [
  {
    name: 'customer block',
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
    dryRun: true,
    run: block,
  },
  {
    name: 'customer unblock',
    usage: CUSTOMER_USAGE,
    summary: 'Let a blocked customer sign in and take part again.',
    help: [identifierHelp, '', 'Example: customer unblock 0812345678'],
    dryRun: true,
    run: unblock,
  },
]

async function block(context: Context): Promise<Outcome> {
  const { args, dryRun } = context
  const reason = oneLine(requiredOption(context, 'reason'), '--reason', BLOCK_REASON_MAX)
  const { detail, texts } = await blockCustomer(context, { id: args[0] ?? '', reason })
  const { customerId, ended } = detail
  const line = dryRun ? `Would block ${customerId} and end` : `Blocked ${customerId} and ended`
  return { lines: [`${line} ${ended} sessions.`], detail, texts }
}

async function unblock(context: Context): Promise<Outcome> {
  const { args, dryRun } = context
  const { detail } = await unblockCustomer(context, { id: args[0] ?? '' })
  return { lines: [`${dryRun ? 'Would unblock' : 'Unblocked'} ${detail.customerId}.`], detail }
}
