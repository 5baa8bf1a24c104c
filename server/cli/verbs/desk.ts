import type { ActionInput } from '#contract/actions.ts'
import { NAME_MAX } from '#contract/desk/limits.ts'
import { type Role, roles } from '#contract/desk/roles.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { runAction, verbOf } from '#server/cli/action-verb.ts'
import { oneLine, oneOf, textOption } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import type { Person } from '#server/desk/people.ts'
import type { Db } from '#server/store/tables.ts'

/** The first desk account can only be created here. */
export const deskVerbs: readonly Verb[] = [
  {
    name: 'desk invite',
    usage: `NAME [--role ${roles.join('|')}] [--place PLACE]`,
    summary: 'Invite a person to the desk, or invite someone again who lost the passkey.',
    help: [
      'Prints a link that is valid for three days and works once: the person opens it and creates a passkey.',
      'If a person with this name has an account, the command invites that person again: the former passkeys and sessions',
      'end, and the role stays as it is. All managers are told.',
      '--role   manager unless given: decides receipts, draws, exports, and invites others on the page "People"',
      '--place  only with --role staff: event, or the codes of the stores, separated by commas',
      '',
      'The link needs the setting DESK_URL.',
      '',
      'Example: desk invite "Mali Srisuk" --role manager',
    ],
    run: invite,
  },
  {
    name: 'desk people',
    summary: 'List the accounts of the desk.',
    help: ['Shows the name, role and state of every account.'],
    run: people,
  },
  verbOf('endPerson', {
    name: 'desk end',
    usage: 'ID',
    summary: 'End a person’s access to the desk.',
    help: [
      'Ends the passkeys, sessions and invitations of the account, and notifies all managers. "desk people" lists the ids.',
      '',
      'Example: desk end 019b5f3e-6a2b-7c1d-8e4f-0123456789ab --dry-run',
    ],
    read: ({ args }) => ({ id: args[0] ?? '' }),
    print({ answer, detail }, { dryRun }) {
      const name = answer.people.find(({ id }) => id === detail.person)?.name
      return [`${dryRun ? 'Would end' : 'Ended'} the access of ${name}.`]
    },
  }),
]

async function invite(context: Context): Promise<Outcome> {
  const { db, args } = context
  const name = oneLine(args[0] ?? '', 'NAME', NAME_MAX)
  const role = oneOf(textOption(context, 'role') ?? 'manager', '--role', roles)
  const url = process.env.DESK_URL?.trim().replace(/\/$/, '')
  if (!url) throw new CliError('DESK_URL is not set: the link needs the address of the desk')
  const known = await db.selectFrom('desk_person').selectAll().where('name', '=', name).execute()
  const [person, other] = known.filter(({ state }) => state !== 'ended')
  if (other) throw new CliError(`${name}: there are several accounts with this name`)
  const { answer, detail } = person
    ? await runAction('inviteAgain', context, { id: person.id })
    : await runAction('invite', context, await invited(context, name, role))
  const link = `${url}/invitation#${answer.token}`
  return {
    lines: [
      `${person ? 'Invited again' : 'Invited'}: ${name} (${detail.role}).`,
      link,
      `Valid until ${bangkokTime(answer.expiresAt)}. Send the link only to this person.`,
    ],
    data: { personId: detail.person, link, expiresAt: answer.expiresAt },
    detail,
  }
}

async function invited(context: Context, name: string, role: Role): Promise<ActionInput<'invite'>> {
  const place = textOption(context, 'place')?.trim()
  if (role !== 'staff') {
    if (place !== undefined) throw new CliError('--place: only for --role staff')
    return { name, role }
  }
  if (!place) throw new CliError('--place: must be event, or the codes of stores')
  if (place === 'event') return { name, role, place }
  const codes = place.split(',').map(code => code.trim())
  const known = await context.db.selectFrom('store').select('code').where('code', 'in', codes).execute()
  const unknown = codes.find(code => !known.some(store => store.code === code))
  if (unknown !== undefined) throw new CliError(`--place: no store has the code "${unknown}"`)
  return { name, role, place: codes }
}

async function people({ db }: Context): Promise<Outcome> {
  const rows = await allPeople(db)
  return {
    lines: table(
      ['id', 'name', 'role', 'state', 'since'],
      rows.map(({ id, name, role, state, created_at }) => [id, name, role, state, bangkokTime(created_at)]),
    ),
    data: rows.map(({ id, name, role, state }) => ({ id, name, role, state })),
    detail: {},
  }
}

const allPeople = (db: Db): Promise<Person[]> =>
  db.selectFrom('desk_person').selectAll().orderBy('created_at').orderBy('id').execute()
