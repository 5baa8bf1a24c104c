import { checkAddress } from '#server/cli/check-address.ts'
import { type Check, type Finding, fail, ok, skip } from '#server/cli/checks.ts'
import { type BaseContext, CliError } from '#server/cli/verb.ts'
import { reasonOf } from './ask.ts'
import { certificateCheck } from './certificate.ts'
import { filesCheck } from './files.ts'
import { headersCheck } from './headers.ts'
import { clockCheck, photoCheck, privateCheck, readyCheck, redirectCheck } from './reach.ts'
import { releaseCheck } from './release.ts'
import { backupCheck, type SignedIn, signIn, signOut } from './test-user.ts'

type Options = {
  /** The port for http://, or null if unknown. */
  readonly httpPort: number | null
  /** ID token of a test user; null to skip the sign-in. */
  readonly idToken: string | null
}

/** Checks the campaign at its public address. The checks are ordered by which problem to fix first. */
export async function checkLive(url: URL, context: BaseContext, options: Options): Promise<readonly Check[]> {
  const bar = context.progress('Checking', null)
  const checks: Check[] = []
  const add = async (name: string, run: () => Promise<Finding>) => {
    const finding = await run().catch((error: unknown) =>
      fail(error instanceof CliError ? error.message : `no answer (${reasonOf(error)})`),
    )
    checks.push({ name, ...finding })
    bar.step(1)
    return finding
  }
  const certificate = await add('certificate', () => certificateCheck(url, Date.now()))
  await add('http', () => redirectCheck(url, options.httpPort))
  await add('server', () => readyCheck(url))
  await add('release', () => releaseCheck(url))
  await add('headers', () => headersCheck(url))
  await add('files', () => filesCheck(url))
  await add('private', () => privateCheck(url))
  await add('clock', () => clockCheck(url))
  await add('address', () => addressCheck(url, context))
  const user = await signedIn(url, certificate, options.idToken)
  await add('sign-in', async () => user.finding)
  const { session } = user
  await add('photo', () => photoCheck(url, session?.accessToken ?? null))
  await add('backup', async () =>
    session === null
      ? skip('not made, because no test user is signed in; see `backup` and `drill`')
      : backupCheck(context, session.customerId),
  )
  if (session !== null) await signOut(url, session)
  bar.end()
  return checks
}

async function signedIn(url: URL, certificate: Finding, idToken: string | null): Promise<SignedIn> {
  if (idToken === null)
    return { finding: skip('not checked: it needs --id-token, see --help'), session: null }
  if (certificate.level === 'fail')
    return {
      finding: skip('not checked: a token must not be sent without a valid certificate'),
      session: null,
    }
  return signIn(url, idToken).catch((error: unknown) => ({
    finding: fail(`no answer (${reasonOf(error)})`),
    session: null,
  }))
}

/** Checks whether the server trusts a fake client address. Works only on the server's machine. */
async function addressCheck(url: URL, context: BaseContext): Promise<Finding> {
  try {
    const { ok: isRight, advice } = await checkAddress(url.origin, context)
    return isRight ? ok(advice) : fail(advice)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    return skip(`not checked: ${error.message}. Run this on the server’s machine.`)
  }
}
