// @vitest-environment happy-dom
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createHeadlessLiff } from '#emulator/headless/create-headless-liff.ts'
import { driveLiffMock } from '#emulator/liff-mock/drive-liff-mock.ts'
import { FIELDS } from '#emulator/liff-mock/limits.ts'
import { liffMockLimit } from '#emulator/liff-mock/mock-line.ts'
import { packageFile } from '#emulator/package-file.ts'
import { DEFAULT_LIFF_ID, DEFAULT_SCENARIO, DEFAULT_USER_ID } from '#emulator/scenario/defaults.ts'
import { scenarioJsonSchema } from '#emulator/scenario/json-schema.ts'
import { mergePatch } from '#emulator/scenario/merge.ts'
import { NAMED_SCENARIOS, namedScenario } from '#emulator/scenario/named.ts'
import type { ScenarioInput } from '#emulator/scenario/schema.ts'
import { type OwnLiff, ownLiff } from '#tests/kit/own-liff.ts'
import { liffMockPage } from './page.ts'

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Returns the paths of the fields in a JSON Schema. Fields of list items are named like an object's fields. */
function pathsOf({ properties }: Schema, prefix = ''): string[] {
  return Object.entries(properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const inner = field.properties ? field : field.items
    // A calendar event or a fault counts as one value.
    const whole = !inner?.properties || path === 'faults' || path === 'device.calendar'
    return whole ? [path] : pathsOf(inner, `${path}.`)
  })
}

test('the table has every field of a scenario, and no others', () => {
  const fields = new Set(pathsOf(scenarioJsonSchema() as Schema))
  // `apps` is also listed as a whole, for the number of apps.
  expect(new Set(Object.keys(FIELDS))).toEqual(fields.add('apps'))
})

test('the page has the current tables: run `npm run liff-mock-table`', async () => {
  const page = readFileSync(packageFile('docs/liff-mock.md'), 'utf8')
  expect(page).toBe(await liffMockPage())
  for (const { name } of NAMED_SCENARIOS)
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\| (yes|\\*\\*no)`, 'm'))
})

/** A value other than the default for each field that liff-mock cannot express. */
const CANNOT: Readonly<Record<string, object>> = {
  apps: { apps: [...DEFAULT_SCENARIO.apps, { liffId: '2000000001-Another1' }] },
  'environment.serviceWorker': { environment: { kind: 'external', serviceWorker: false } },
  'tokens.authorizationCode': { tokens: { authorizationCode: 'used' } },
  'tokens.expired': { tokens: { expired: true } },
  'tokens.channelId': { tokens: { channelId: '1' } },
  'tokens.idTokenVariant': { tokens: { idTokenVariant: 'badSig' } },
  'consent.initially': { consent: { initially: 'none' } },
  'consent.grants': { consent: { grants: { [DEFAULT_USER_ID]: { [DEFAULT_LIFF_ID]: [] } } } },
  'consent.answer': { consent: { initially: 'none', answer: 'deny' } },
  faults: { faults: [{ status: 500 }] },
  'network.kind': { network: { kind: 'slow' } },
  'network.latencyMs': { network: { latencyMs: 1 } },
  'clock.frozenAt': { clock: { frozenAt: 1 } },
  'clock.advanceMs': { clock: { advanceMs: 1 } },
  'clock.skewMs': { clock: { skewMs: 1 } },
  'device.bridge': { device: { bridge: 'silent' } },
  'device.advertisingId': { device: { advertisingId: 'x' } },
  'device.calendar': { device: { calendar: [{ title: 'x', startTime: 1, endTime: 2 }] } },
  'device.callState': { device: { callState: {} } },
  'device.recordingState': { device: { recordingState: {} } },
}

const patched = (patch: object) => mergePatch(namedScenario('friend'), patch) as ScenarioInput

test('refuses each field that the table says it cannot express', async () => {
  const listed = Object.entries(FIELDS).filter(([, support]) => 'cannot' in support || 'init' in support)
  expect(Object.keys(CANNOT)).toEqual(listed.map(([path]) => path))
  const limits = await Promise.all(Object.values(CANNOT).map(patch => liffMockLimit(patched(patch))))
  expect(Object.keys(CANNOT).filter((_, at) => limits[at] === null)).toEqual([])
})

/** Returns the result or error of each function, without the values that differ between two sign-ins. */
async function resultsOf(liff: Omit<OwnLiff, '$mock'>): Promise<object> {
  const text = [{ type: 'text', text: 'x' }] as const
  const url = 'https://localhost/'
  const calls: Readonly<Record<string, () => unknown>> = {
    isInClient: () => liff.isInClient(),
    isLoggedIn: () => liff.isLoggedIn(),
    getOS: () => liff.getOS(),
    getLineVersion: () => liff.getLineVersion(),
    getAppLanguage: () => liff.getAppLanguage(),
    getContext: () => liff.getContext(),
    hasAccessToken: () => liff.getAccessToken() !== null,
    hasIDToken: () => liff.getIDToken() !== null,
    subject: () => liff.getDecodedIDToken()?.sub,
    expired: () => (liff.getDecodedIDToken()?.exp ?? Number.POSITIVE_INFINITY) * 1000 < Date.now(),
    canShare: () => liff.isApiAvailable('shareTargetPicker'),
    profile: () => liff.getProfile(),
    friendship: () => liff.getFriendship(),
    send: () => liff.sendMessages([...text]),
    share: () => liff.shareTargetPicker([...text]),
    scan: () => liff.scanCodeV2(),
    subWindow: () => liff.subWindow.open({ url }),
    shortcut: () => liff.createShortcutOnHomeScreen({ url }),
    purchase: () => liff.iap.createPayment({ productId: 'x', orderId: 'x' }),
    link: () => liff.permanentLink.createUrl(),
  }
  const results: Record<string, unknown> = {}
  for (const [name, call] of Object.entries(calls))
    results[name] = await Promise.resolve()
      .then(call)
      .then(
        value => ({ value: withoutSecrets(value) }),
        ({ code, message }: { code?: string; message: string }) => ({ code, message }),
      )
  return results
}

/** The context contains the hash of the access token that it belongs to. */
const withoutSecrets = (value: unknown) =>
  typeof value === 'object' && value !== null ? { ...value, accessTokenHash: null, utouId: null } : value

test.each(NAMED_SCENARIOS.map(({ name }) => name))(
  '%s: liff-mock behaves as headless LIFF, or refuses',
  async name => {
    const liff = await ownLiff()
    const limit = await liffMockLimit(name)
    if (limit !== null) {
      await expect(driveLiffMock(liff, name)).rejects.toThrow(limit)
      return
    }
    const { completeLogin } = await driveLiffMock(liff, name)
    const headless = await createHeadlessLiff(name)
    await headless.liff.init({ liffId: DEFAULT_LIFF_ID })
    expect(await resultsOf(liff)).toEqual(await resultsOf(headless.liff))
    if (liff.isLoggedIn()) return
    headless.liff.login()
    await headless.completeLogin()
    await headless.liff.init({ liffId: DEFAULT_LIFF_ID })
    headless.goTo('/')
    await completeLogin()
    expect(await resultsOf(liff)).toEqual(await resultsOf(headless.liff))
  },
)
