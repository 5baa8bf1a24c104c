import { createLiffEmulator } from '#emulator/emulator.ts'
import { DROP_HEADER } from '#emulator/platform/handle.ts'
import { claimsOf } from '#emulator/tokens/jwt.ts'
import { userAgentOf } from '#emulator/user-agent.ts'
import type { ConformanceCase } from './cases.ts'
import { launchUrlOf } from './launch-url.ts'
import { APP_ORIGIN, faultsFromSetup, LIFF_ID, scenarioFromSetup } from './scenario-from-setup.ts'
import type { StoredSession } from './stored-values.ts'

const DESKTOP =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36'

export type EmulatedLine = {
  readonly handle: (request: Request) => Promise<Response | null>
  /** Does what the LINE app does when the page navigates to a `liff://` or `line://` URL. */
  readonly followScheme: (url: string) => Promise<void>
  readonly launchUrl: string
  readonly userAgent: string
  /** The session that is already stored in the browser; null if there is none. */
  readonly storedSession: StoredSession | null
}

type Emulator = Awaited<ReturnType<typeof createLiffEmulator>>

/** Creates the emulated LINE of a case. Issues the launch and session tokens before the case's faults take effect. */
export async function emulateLine({ id, setup }: ConformanceCase): Promise<EmulatedLine> {
  const emulator = await createLiffEmulator({
    scenario: scenarioFromSetup(id, setup),
    origin: APP_ORIGIN,
    allowedHosts: [new URL(APP_ORIGIN).hostname],
  })
  const launchHash = setup.where === 'client' ? await launchHashOf(emulator) : ''
  const storedSession = setup.loggedIn ? await sessionOf(emulator) : null
  for (const fault of faultsFromSetup(setup)) {
    const added = emulator.control.addFault(fault)
    if (!added.ok) throw new Error(`setup.server: ${added.problem.path}: ${added.problem.message}`)
  }
  const userAgent = userAgentOf(emulator.scenario().environment) ?? DESKTOP
  return {
    async handle(request) {
      const response = await emulator.handle(request)
      return response.headers.has(DROP_HEADER) ? null : response
    },
    async followScheme(url) {
      const init = { method: 'POST', body: JSON.stringify({ url }) }
      const response = await emulator.emulatorFetch(new Request(`${APP_ORIGIN}/__emulator/api/scheme`, init))
      if (!response?.ok) throw new Error(`the emulator answered ${response?.status} for ${url}`)
    },
    launchUrl: launchUrlOf(setup, launchHash),
    userAgent: setup.sub ? `${userAgent}/SubWindow` : userAgent,
    storedSession,
  }
}

/** Returns the URL hash with the credentials that LINE adds when it opens the app. */
async function launchHashOf(emulator: Emulator): Promise<string> {
  const response = await emulator.handle(new Request(`https://liff.line.me/${LIFF_ID}`))
  const location = response.headers.get('location')
  if (location === null) throw new Error(`the launch answered ${response.status}`)
  return new URL(location).hash
}

async function sessionOf(emulator: Emulator): Promise<StoredSession> {
  const tokens = await emulator.control.token({ liffId: LIFF_ID })
  if (!tokens.ok) throw new Error(tokens.problem.message)
  const { accessToken, idToken } = tokens.value
  const response = await emulator.handle(
    new Request(`https://api.line.me/liff/v2/apps/${LIFF_ID}/contextToken`),
  )
  const { contextToken } = (await response.json()) as { contextToken: string }
  return { accessToken, idToken, context: claimsOf(contextToken) }
}
