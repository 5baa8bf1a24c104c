import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prizes } from '#campaign/prizes.ts'
import { type FaultOrigin, startFaultOrigin } from './fault-origin.ts'
import { nextBuild } from './next-build.ts'
import { organiserIn } from './organiser-in.ts'
import { profileForm } from './profile-form.ts'
import { type KeptRelease, unpackRelease } from './releases.ts'
import { update } from './rows.ts'
import { serveStack } from './serve-stack.ts'

export type Visitor = { readonly userId: string; readonly customerId: string }
export type FaultCampaign = Awaited<ReturnType<typeof startFaultCampaign>>

const dist = fileURLToPath(new URL('../../dist', import.meta.url))

let visitors = 0

function newUserId(): string {
  visitors += 1
  const random = Math.floor(Math.random() * 2 ** 40).toString(16)
  return `U${`${random}${visitors}`.padStart(32, '0')}`
}

/** Starts the campaign in this process behind a proxy that injects faults. `prepare` may change the copied build. */
export async function startFaultCampaign(prepare = async (_build: string) => {}) {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'))
  const builds = { v1: join(folder, 'v1'), v2: join(folder, 'v2') }
  // Copied, because a build that runs at the same time must not change the files that a test uses.
  await cp(process.env.CAMPAIGN_DIST ?? dist, builds.v1, { recursive: true })
  await prepare(builds.v1)
  await nextBuild(builds.v1, builds.v2, 'v2')
  const releases = new Map<string, string>()
  let served = builds.v1

  let port = 0
  const origin: FaultOrigin = await startFaultOrigin(() => port)
  const { stack, url, close } = await serveStack({
    env: { DATA_DIR: join(folder, 'data') },
    originFor(own) {
      port = own
      return origin.url
    },
    dist: () => served,
    // The tests inspect the top-level document, in WebKit as well.
    guardedTab: false,
  })
  const { db } = stack.api.deps
  await update({ db }, 'campaign', { allow_external_browser: 1, max_receipts_per_day: 1000 })

  /** Registers a customer who is a friend of the account, and signs the emulated LINE in as that user. */
  async function visitor(): Promise<Visitor> {
    const userId = newUserId()
    const token = await stack.emulator.control.token({ userId, displayName: 'มานี ใจดี' })
    if (!token.ok) throw new Error(token.problem.message)
    const form = new URLSearchParams({
      ...profileForm,
      phone: `09${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`,
      consentTerms: 'true',
      consentPrivacy: 'true',
      lineUserId: userId,
      idToken: token.value.idToken ?? '',
    })
    const reply = await fetch(`${url}/api/authorization/register`, { method: 'POST', body: form })
    if (reply.status !== 200) throw new Error(`register answered ${reply.status}: ${await reply.text()}`)
    const { customerId } = (await reply.json()) as { customerId: string }
    stack.emulator.control.patch({ friendships: { [userId]: 'friend' } })
    return { userId, customerId }
  }

  /** Returns a customer's receipt numbers as typed, in ascending order. */
  const receiptsOf = async ({ customerId }: Visitor) => {
    const rows = await db
      .selectFrom('receipt')
      .select('receipt_no')
      .where('customer_id', '=', customerId)
      // Sort by number, because receipts can be sent in any order.
      .orderBy('receipt_no')
      .execute()
    return rows.map(row => row.receipt_no)
  }

  return {
    origin,
    emulator: stack.emulator,
    db,
    organiser: (words: readonly string[]) => organiserIn(join(folder, 'data'), words, prizes),
    visitor,
    /** Signs the emulated LINE in as a friend of the account who is not a customer, in LINE's in-app browser. */
    stranger() {
      const userId = newUserId()
      stack.emulator.control.loadNamed('friend')
      stack.emulator.control.patch({
        users: [{ userId, displayName: 'มานี ใจดี' }],
        user: userId,
        friendships: { [userId]: 'friend' },
      })
    },
    receiptsOf,
    /** Selects the LINE user and the browser: LINE's browser without a worker, or an external browser with one. */
    phoneOf(who: Visitor, mode: 'worker' | 'no-worker') {
      stack.emulator.control.loadNamed(mode === 'worker' ? 'not-in-client' : 'friend')
      stack.emulator.control.patch({
        users: [{ userId: who.userId, displayName: 'มานี ใจดี' }],
        user: who.userId,
        friendships: { [who.userId]: 'friend' },
      })
    },
    /** Announces the draw's winners, or withdraws the announcement. */
    async announce(isAnnounced: boolean) {
      await update({ db }, 'campaign', { announced_at: isAnnounced ? Date.now() - 1 : null })
    },
    async endSessions({ customerId }: Visitor) {
      await update({ db }, 'session', { revoked_at: Date.now() }, { customer_id: customerId })
    },
    deploy(next: keyof typeof builds) {
      served = builds[next]
    },
    /** Serves the app of an older release from today's server. */
    async deployRelease(release: KeptRelease) {
      const unpacked = releases.get(release.archive) ?? join(folder, release.archive)
      if (!releases.has(release.archive)) await unpackRelease(release, unpacked)
      releases.set(release.archive, unpacked)
      served = unpacked
    },
    async close() {
      await origin.close()
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
