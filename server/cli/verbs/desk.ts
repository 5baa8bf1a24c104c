import { NAME_MAX } from '#contract/desk/limits.ts'
import { roles } from '#contract/desk/roles.ts'
import { bangkokTime } from '#server/bangkok-time.ts'
import { oneLine, oneOf, textOption } from '#server/cli/options.ts'
import { table } from '#server/cli/table.ts'
import { CliError, type Context, type Outcome, type Verb } from '#server/cli/verb.ts'
import { DeskError } from '#server/desk/errors.ts'
import { named, tellManagers } from '#server/desk/notices.ts'
import { endPerson, inviteAgain, invitePerson, type Person } from '#server/desk/people.ts'
import type { Db } from '#server/store/tables.ts'

/** The first desk account can only be created here. */
export const deskVerbs: readonly Verb[] = [
  {
    name: 'desk invite',
    usage: `NAME [--role ${roles.join('|')}]`,
    summary: 'Invite a person to the desk, or invite someone again who lost the passkey.',
    help: [
      'Prints a link that is valid for three days and works once: the person opens it and creates a passkey.',
      'If a person with this name has an account, the command invites that person again: the former passkeys and sessions',
      'end, and the role stays as it is. All managers are told.',
      '--role   manager unless given: decides receipts, draws, exports, and invites others on the page "People"',
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
  {
    name: 'desk end',
    usage: 'ID',
    summary: 'End a person’s access to the desk.',
    help: [
      'Ends the passkeys, sessions and invitations of the account, and notifies all managers. "desk people" lists the ids.',
      '',
      'Example: desk end 019b5f3e-6a2b-7c1d-8e4f-0123456789ab --dry-run',
    ],
    dryRun: true,
    run: end,
  },
]

async function invite(context: Context): Promise<Outcome> {
  const { db, args, now, random } = context
  const name = oneLine(args[0] ?? '', 'NAME', NAME_MAX)
  const role = oneOf(textOption(context, 'role') ?? 'manager', '--role', roles)
  const url = process.env.DESK_URL?.trim().replace(/\/$/, '')
  if (!url) throw new CliError('DESK_URL is not set: the link needs the address of the desk')
  const known = await db.selectFrom('desk_person').selectAll().where('name', '=', name).execute()
  const [person, other] = known.filter(({ state }) => state !== 'ended')
  if (other) throw new CliError(`${name}: there are several accounts with this name`)
  const invitation = await refusing(() =>
    person
      ? inviteAgain(db, person.id, { now, random, by: null })
      : invitePerson(db, { name, role }, { now, random, by: null }),
  )
  const { personId, token, expiresAt } = invitation
  const given = { person: { id: personId, name }, role: person?.role ?? role, by: null }
  const detail = { ...given, for: person ? 'again' : 'new' } as const
  await tellManagers(db, { kind: 'access-given', detail }, { now, random })
  return {
    lines: [
      `${person ? 'Invited again' : 'Invited'}: ${name} (${person?.role ?? role}).`,
      `${url}/invitation#${token}`,
      `Valid until ${bangkokTime(expiresAt)}. Send the link only to this person.`,
    ],
    data: { personId, link: `${url}/invitation#${token}`, expiresAt },
    detail: { person: personId, name, role: person?.role ?? role },
  }
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

async function end({ db, args, dryRun, now, random }: Context): Promise<Outcome> {
  const person = await refusing(() => endPerson(db, args[0] ?? '', { by: null }))
  const detail = { person: named(person), role: person.role, by: null }
  await tellManagers(db, { kind: 'access-ended', detail }, { now, random })
  return {
    lines: [`${dryRun ? 'Would end' : 'Ended'} the access of ${person.name}.`],
    data: { personId: person.id },
    detail: { person: person.id },
  }
}

const refusals: Readonly<Record<string, string>> = {
  NOT_FOUND: 'there is no such account; see "desk people"',
  LAST_MANAGER: 'this is the last manager who can sign in; invite another one first',
}

async function refusing<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof DeskError) throw new CliError(refusals[error.code] ?? error.code)
    throw error
  }
}
