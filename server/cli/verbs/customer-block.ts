import { BLOCK_REASON_MAX } from '#contract/desk/limits.ts'
import { CUSTOMER_USAGE, findCustomer, identifierHelp } from '#server/cli/find-customer.ts'
import { oneLine, requiredOption } from '#server/cli/options.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { blockCustomer, unblockCustomer } from '#server/identity/change-block.ts'

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
    options: { reason: { type: 'string' } },
    args: { min: 1, max: 1 },
    dryRun: true,
    run: block,
  },
  {
    name: 'customer unblock',
    usage: CUSTOMER_USAGE,
    summary: 'Let a blocked customer sign in and take part again.',
    help: [identifierHelp, '', 'Example: customer unblock 0812345678'],
    args: { min: 1, max: 1 },
    dryRun: true,
    run: unblock,
  },
]

async function block(context: Context): Promise<Outcome> {
  const { db, args, now, dryRun } = context
  const reason = oneLine(requiredOption(context, 'reason'), '--reason', BLOCK_REASON_MAX)
  const customer = await findCustomer(db, args[0] ?? '')
  const { id } = customer
  const ended = await blockCustomer(db, customer, now)
  if (ended === 'left') throw new CliError(`${id}: the customer has already left`)
  if (ended === 'blocked') throw new CliError(`${id}: the customer is already blocked`)
  return {
    lines: [
      dryRun ? `Would block ${id} and end ${ended} sessions.` : `Blocked ${id} and ended ${ended} sessions.`,
    ],
    data: { customerId: id, ended },
    detail: { customerId: id, ended },
    texts: { about: [id], values: { reason } },
  }
}

async function unblock({ db, args, dryRun }: Context): Promise<Outcome> {
  const { id } = await findCustomer(db, args[0] ?? '')
  if (!(await unblockCustomer(db, id))) throw new CliError(`${id}: the customer is not blocked`)
  const data = { customerId: id }
  return { lines: [`${dryRun ? 'Would unblock' : 'Unblocked'} ${id}.`], data, detail: data }
}
