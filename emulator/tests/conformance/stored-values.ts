import type { CaseSetup } from './cases.ts'
import type { PageCase } from './page/page-case.ts'
import { CHANNEL_ID, LIFF_ID } from './scenario-from-setup.ts'

/** A session that the emulated LINE issued before the page opened. */
export type StoredSession = {
  readonly accessToken: string
  readonly idToken: string | null
  readonly context: unknown
}

const HOUR = 3_600_000

function decoded(idToken: string): unknown {
  const [, payload = ''] = idToken.split('.')
  return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'))
}

/** Returns the storage values and cookies that the browser has before the SDK loads. */
export function storedValues(
  setup: CaseSetup,
  storedSession: StoredSession | null,
): Pick<PageCase, 'local' | 'session' | 'cookies'> {
  const values: Record<string, unknown> = {}
  const cookies: string[] = []
  if (storedSession) {
    values.accessToken = storedSession.accessToken
    values.context = storedSession.context
    values.clientId = CHANNEL_ID
    if (storedSession.idToken !== null) {
      values.IDToken = storedSession.idToken
      values.decodedIDToken = decoded(storedSession.idToken)
    }
    const until = Date.now() + HOUR
    if (!setup.noCookie)
      cookies.push(
        `LIFF_STORE:expires:${LIFF_ID}=${until}; expires=${new Date(until).toUTCString()}; path=/; secure`,
      )
  }
  Object.assign(values, setup.store)
  const stored = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`LIFF_STORE:${LIFF_ID}:${name}`, JSON.stringify(value)]),
  )
  const inClient = setup.where === 'client'
  return {
    local: inClient ? {} : stored,
    session: { ...(inClient ? stored : {}), ...setup.rawSession },
    cookies,
  }
}
