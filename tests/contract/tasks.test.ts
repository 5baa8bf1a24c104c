import { afterEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/time.ts'
import { createLiffEmulator } from '#emulator/index.ts'
import { runDueTasks } from '#server/tasks/run-due.ts'
import { newKey, uploadPhoto } from '#tests/kit/activity.ts'
import { memoryObjects } from '#tests/kit/memory-objects.ts'
import { eachTest, rowsOf, testServer } from '#tests/kit/server.ts'

const SECRET = '0123456789abcdef0123456789abcdef'
const LIFF_ID = '2000000001-Campaign'

const server = eachTest(testServer)
const emulator = eachTest(() => createLiffEmulator({ liffId: LIFF_ID }))
const line = eachTest(() => ({ asked: [] as string[], down: false }))
afterEach(() => emulator.close())

const rows = () => rowsOf(server, 'outgoing')

/** Returns the dependencies of one server process, with the emulated LINE. */
const process = (change: { objects?: typeof server.deps.objects; secret?: string | null } = {}) => ({
  ...server.deps,
  objects: change.objects ?? server.objects,
  line: {
    channelId: LIFF_ID.split('-')[0] ?? '',
    channelSecret: change.secret === undefined ? SECRET : change.secret,
    async fetch(request: Request) {
      line.asked.push(`${request.method} ${new URL(request.url).pathname}`)
      if (line.down) throw new TypeError('fetch failed')
      return emulator.lineFetch(request)
    },
  },
})

/** Signs in a customer, who then leaves the campaign. The request to leave contains this LINE access token. */
async function withdraw(lineAccessToken: string): Promise<void> {
  const me = await server.signIn()
  const body = { confirm: true, lineAccessToken }
  const { status } = await me.call('cancel', { body, key: newKey() })
  expect(status).toBe(200)
}

async function userToken(): Promise<string> {
  const issued = await emulator.control.token({})
  if (!issued.ok) throw new Error('the emulated LINE issued no token')
  return issued.value.accessToken
}

async function lineKnows(accessToken: string): Promise<boolean> {
  const url = `https://api.line.me/oauth2/v2.1/verify?access_token=${accessToken}`
  return (await emulator.lineFetch(new Request(url))).status === 200
}

describe('a customer who leaves', () => {
  test('is deauthorized at LINE once, and the token is deleted', async () => {
    const accessToken = await userToken()
    await withdraw(accessToken)
    expect(await lineKnows(accessToken)).toBe(true)
    expect(await runDueTasks(process())).toBe(1)
    expect(await lineKnows(accessToken)).toBe(false)
    expect([await rows(), line.asked]).toEqual([[], ['POST /oauth2/v3/token', 'POST /user/v1/deauthorize']])
    expect(await runDueTasks(process())).toBe(0)
  })

  test('is deauthorized later if LINE is down, with growing delays', async () => {
    const accessToken = await userToken()
    await withdraw(accessToken)
    line.down = true
    const delays: number[] = []
    for (let attempt = 0; attempt < 4; attempt++) {
      expect(await runDueTasks(process())).toBe(0)
      const [row] = await rows()
      delays.push((row?.not_before ?? 0) - server.clock.now())
      expect(row?.last_error).toContain('fetch failed')
      expect(row?.last_error).not.toContain(accessToken)
      // Nothing is retried before `not_before`.
      const asked = line.asked.length
      await runDueTasks(process())
      expect(line.asked).toHaveLength(asked)
      server.clock.advance(delays.at(-1) ?? 0)
    }
    expect(delays).toEqual([30_000, 60_000, 120_000, 240_000])
    line.down = false
    expect(await runDueTasks(process())).toBe(1)
    expect([await lineKnows(accessToken), await rows()]).toEqual([false, []])
  })

  test('needs no deauthorization if LINE has already revoked the token', async () => {
    await withdraw('a-token-of-yesterday')
    expect(await runDueTasks(process())).toBe(1)
    expect(await rows()).toEqual([])
  })

  test('is not deauthorized until the channel secret is set', async () => {
    const accessToken = await userToken()
    await withdraw(accessToken)
    expect(await runDueTasks(process({ secret: null }))).toBe(0)
    expect([line.asked, (await rows()).map(row => row.attempts)]).toEqual([[], [0]])
    expect(await runDueTasks(process())).toBe(1)
  })

  test('is given up after days of failures, when the token has long expired', async () => {
    const accessToken = await userToken()
    await withdraw(accessToken)
    line.down = true
    for (let attempt = 0; attempt < 18; attempt++) {
      await runDueTasks(process())
      server.clock.advance(7 * HOUR_MS)
    }
    expect(await rows()).toEqual([])
  })
})

describe('photos of a customer who left', () => {
  async function leaveWithPhoto(): Promise<void> {
    const me = await server.signIn()
    await uploadPhoto(server, me)
    await me.call('cancel', { body: { confirm: true }, key: newKey() })
  }

  test('are deleted', async () => {
    await leaveWithPhoto()
    expect(server.objects.keys()).toHaveLength(1)
    expect(await runDueTasks(process())).toBe(1)
    expect([server.objects.keys(), await rows()]).toEqual([[], []])
  })

  test('are deleted however long the photo storage is down', async () => {
    await leaveWithPhoto()
    const down = {
      ...memoryObjects(),
      delete: async () => {
        throw new Error('storage is down')
      },
    }
    for (let attempt = 0; attempt < 25; attempt++) {
      await runDueTasks(process({ objects: down }))
      server.clock.advance(7 * HOUR_MS)
    }
    expect(await rows()).toHaveLength(1)
    expect(await runDueTasks(process())).toBe(1)
    expect(server.objects.keys()).toEqual([])
  })

  test('are deleted once when several processes run at the same time', async () => {
    for (let index = 0; index < 12; index++) await leaveWithPhoto()
    const deleted: string[] = []
    const objects = {
      ...memoryObjects(),
      delete: async (key: string) => {
        deleted.push(key)
      },
    }
    const done = await Promise.all([1, 2, 3, 4].map(() => runDueTasks(process({ objects }))))
    expect(done.reduce((sum, count) => sum + count, 0)).toBe(12)
    expect([deleted.length, new Set(deleted).size, await rows()]).toEqual([12, 12, []])
  })

  test('wait as another process has decided, whatever a process that took too long says later', async () => {
    await leaveWithPhoto()
    const failing = {
      ...memoryObjects(),
      delete: async () => {
        throw new Error('storage is down')
      },
    }
    const slow = {
      ...memoryObjects(),
      delete: async () => {
        server.clock.advance(2 * 60_000)
        await runDueTasks(process({ objects: failing }))
        throw new Error('too late')
      },
    }
    await runDueTasks(process({ objects: slow }))
    expect(await rows()).toMatchObject([
      { attempts: 2, not_before: server.clock.now() + 60_000, last_error: 'Error: storage is down' },
    ])
  })

  test('are deleted by another process if the first one died and its claim expired', async () => {
    await leaveWithPhoto()
    const dying = { ...memoryObjects(), delete: () => new Promise<void>(() => {}) }
    void runDueTasks(process({ objects: dying }))
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1)
    expect(await runDueTasks(process())).toBe(0)
    server.clock.advance(2 * 60_000)
    expect(await runDueTasks(process())).toBe(1)
  })
})
