import fc from 'fast-check'
import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
import { errorsOf, type RouteName, routeStatus, routes } from '#contract/routes.ts'
import { errorBody } from '#contract/schema/common.ts'
import { sendReceipt, uploadPhoto } from '#tests/kit/activity.ts'
import { changes, dump, rowsWritten } from '#tests/kit/dump.ts'
import { type Mutation, mutations, spoil, type Wire } from '#tests/kit/mutations.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { type CallOptions, type TestServer, testServer } from '#tests/kit/server.ts'
import { writes } from '#tests/kit/writes.ts'

/**
 * Another run: FUZZ_SEED=… repeats one that failed, FUZZ_RUNS=100 looks longer; a run spoils a call in every way once.
 */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const numRuns = Number(process.env.FUZZ_RUNS ?? (testDialect === 'sqlite' ? 4 : 1))

let server: TestServer
beforeEach(async () => {
  server = await testServer()
})
afterEach(() => server.close())

/** What a call is sent where nothing is wrong. */
async function good(name: RouteName): Promise<CallOptions> {
  const me = await server.signIn()
  const prepare = writes[name]
  if (prepare) return prepare(server, me)
  const sha256 = await uploadPhoto(server, me)
  const { id } = (await sendReceipt(server, me, { images: [sha256] })).body
  const query: Record<string, Record<string, string>> = {
    districts: { provinceId: '10' },
    subdistricts: { districtId: '1001' },
    receiptHistory: { limit: '5', status: 'pending' },
  }
  const bearer = routes[name].auth === 'bearer' ? { token: me.token } : {}
  return { ...bearer, params: { id, sha256 }, ...(query[name] ? { query: query[name] } : {}) }
}

function send(route: Route, wire: Wire): Promise<Response> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(wire.headers)) headers.set(name, value)
  const body = wire.body && wire.body.length > 0 ? { body: wire.body as BodyInit } : {}
  return server.fetch(
    new Request(`https://campaign.example${wire.path}`, { method: route.method, headers, ...body }),
  )
}

/** Whether this is one of the refusals that the contract names for the call, in its form. */
function requireContract(name: RouteName, response: Response, text: string): void {
  const route: Route = routes[name]
  if (route.method === 'HEAD') {
    expect([400, 401, 404, 405, 409, 413, 415]).toContain(response.status)
    return
  }
  const body = v.parse(errorBody, JSON.parse(text))
  const code = body.error as ErrorCode
  expect([name, code, errorsOf(route).includes(code)]).toEqual([name, code, true])
  expect([name, code, response.status]).toEqual([name, code, routeStatus(route, code)])
  expect([name, code, response.status < 500]).toEqual([name, code, true])
  expect(text).not.toMatch(/SQLITE|TypeError|node_modules|at \w+ \(/)
}

test.each(Object.keys(routes) as RouteName[])(
  `%s refuses what is spoilt as the contract says, and what is refused leaves nothing (seed ${seed})`,
  async name => {
    const route: Route = routes[name]
    let given = await good(name)
    let stored = await dump(server.db)
    const tryOut = async (how: Mutation) => {
      const before = await rowsWritten(server.db)
      const response = await send(route, spoil(route, given, how))
      const text = await response.text()
      if (response.status === 200 || response.status === 304) {
        // It was not spoilt enough; what it did may not be done again.
        if (writes[name]) given = await good(name)
        stored = await dump(server.db)
        return
      }
      // Another path or nothing at all: an id that the address cannot carry.
      if (how.kind === 'parameter' && [404, 405].includes(response.status)) return
      requireContract(name, response, text)
      // Reading every table is most of the work here, and where no row was written they are as they were.
      if (before !== null && before === (await rowsWritten(server.db))) return
      expect(changes(stored, await dump(server.db))).toEqual([])
    }
    const eachKind = fc.asyncProperty(mutations, async all => {
      for (const how of all) await tryOut(how)
    })
    await fc.assert(eachKind, { seed, numRuns })
  },
  120_000,
)
