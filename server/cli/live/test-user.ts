import { existsSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { sessionAnswer } from '#contract/schema/customer.ts'
import { type Finding, fail, ok, skip, warn } from '#server/cli/checks.ts'
import { drillBackup } from '#server/cli/drill/drill.ts'
import { withPrivateFolder } from '#server/cli/drill/private-folder.ts'
import type { BaseContext } from '#server/cli/verb.ts'
import { writeBackup } from '#server/cli/write-backup.ts'
import { Database, openSqlite } from '#server/store/sqlite.ts'
import { ask, fieldOf } from './ask.ts'

type Session = v.InferOutput<typeof sessionAnswer>
/** `session` is null if the sign-in failed. */
export type SignedIn = { readonly finding: Finding; readonly session: Session | null }

/** Signs in the user of a LINE ID token in the same way as the app. */
export async function signIn(url: URL, idToken: string): Promise<SignedIn> {
  const lineUserId = userOf(idToken)
  if (lineUserId === null)
    return { finding: fail('--id-token: the file contains no ID token'), session: null }
  const { status, body } = await ask(new URL('/api/authorization/login', url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ lineUserId, idToken }).toString(),
    verified: true,
  })
  const error = String(fieldOf(body, 'error') ?? `status ${status}`)
  if (error === 'CUSTOMER_NOT_REGISTERED')
    return {
      finding: warn(
        'the server accepts LINE’s token, but this user has not joined: join with the phone, then repeat',
      ),
      session: null,
    }
  const session = status === 200 ? v.parse(sessionAnswer, JSON.parse(body)) : null
  return session === null
    ? {
        finding: fail(`the server answers the sign-in with ${error}. ${advices[error] ?? ''}`.trim()),
        session,
      }
    : { finding: ok(`customer ${session.customerId} is signed in with LINE’s token`), session }
}

const advices: Readonly<Record<string, string>> = {
  LINE_TOKEN_INVALID: 'Compare LINE_CHANNEL_ID with the channel of the LIFF app.',
  LINE_TOKEN_EXPIRED: 'A token is valid for an hour: get a new one.',
  LINE_UNAVAILABLE: 'The server cannot fetch LINE’s keys from api.line.me.',
}

export async function signOut(url: URL, { accessToken }: Session): Promise<void> {
  const headers = { Authorization: `Bearer ${accessToken}` }
  await ask(new URL('/api/customer/session', url), { method: 'DELETE', headers, verified: true })
}

/** Reads the LINE user id from an ID token without verifying the token; null if the text is not an ID token. */
function userOf(idToken: string): string | null {
  const [, payload = ''] = idToken.split('.')
  const sub = fieldOf(Buffer.from(payload, 'base64url').toString('utf8'), 'sub')
  return typeof sub === 'string' ? sub : null
}

/** Backs up the campaign on this machine, restores the backup, and looks for the customer in it. */
export async function backupCheck(context: BaseContext, customerId: string): Promise<Finding> {
  const location = context.location()
  if (location === null) return skip('DATABASE_URL is set: restore a backup of PostgreSQL with its own tools')
  const { databaseFile, objects } = location
  if (!existsSync(databaseFile))
    return skip('DATA_DIR contains no campaign; run this on the server’s machine')
  return withPrivateFolder(0, async folder => {
    const file = join(folder, 'backup.tar')
    const db = openSqlite(databaseFile)
    try {
      await writeBackup({ ...context, db, objects }, folder, file)
    } finally {
      await db.destroy()
    }
    if (!hasCustomer(join(folder, 'campaign.sqlite'), customerId))
      return fail(
        `the campaign in DATA_DIR does not have customer ${customerId}: the address leads to another server`,
      )
    const { checks } = await drillBackup(file, { ...context, maxAgeHours: null, liveFile: databaseFile })
    const wrong = checks.filter(check => check.level === 'fail')
    return wrong.length > 0
      ? fail(wrong.map(check => `${check.name}: ${check.found}`).join('; '))
      : ok(`a backup was made and restored, with customer ${customerId} in it`)
  })
}

function hasCustomer(databaseFile: string, customerId: string): boolean {
  const database = new Database(databaseFile, { readonly: true })
  try {
    return database.prepare('select 1 from customer where id = ?').get(customerId) !== undefined
  } finally {
    database.close()
  }
}
