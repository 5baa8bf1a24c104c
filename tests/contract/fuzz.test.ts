import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { type CallName, calls, errorsOf, statusFor } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { errorBody } from '#contract/schema/common.ts'
import { inCircle } from '#tests/kit/circle.ts'
import { changes, dump, rowsWritten } from '#tests/kit/dump.ts'
import { type Mutation, mutateRequest, mutations, type Wire } from '#tests/kit/mutations.ts'
import { testDialect } from '#tests/kit/seeded.ts'
import { eachTest, testServer } from '#tests/kit/server.ts'
import { goodRequest, writes } from '#tests/kit/writes.ts'

/** `FUZZ_SEED=…` repeats a failed run. `FUZZ_RUNS=100` tries more: one run applies each mutation to a call once. */
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const numRuns = Number(
  process.env.FUZZ_RUNS ?? inCircle({ push: 1, merge: 1, nightly: testDialect === 'sqlite' ? 4 : 1 }),
)

const server = eachTest(testServer)

const prepare = async (name: CallName) => goodRequest(server, name, await server.signIn())

function send(call: CallDefinition, wire: Wire): Promise<Response> {
  const headers = new Headers()
  for (const [name, value] of Object.entries(wire.headers)) headers.set(name, value)
  const body = wire.body && wire.body.length > 0 ? { body: wire.body as BodyInit } : {}
  return server.fetch(
    new Request(`https://campaign.example${wire.path}`, { method: call.method, headers, ...body }),
  )
}

/** Checks that a refusal has the contract's form, and a code and status that the contract lists for the call. */
function requireContract(name: CallName, response: Response, text: string): void {
  const call: CallDefinition = calls[name]
  if (call.method === 'HEAD') {
    expect([400, 401, 404, 405, 409, 413, 415]).toContain(response.status)
    return
  }
  const body = v.parse(errorBody, JSON.parse(text))
  const code = body.error as ErrorCode
  expect([name, code, errorsOf(call).includes(code)]).toEqual([name, code, true])
  expect([name, code, response.status]).toEqual([name, code, statusFor(call, code)])
  expect([name, code, response.status < 500]).toEqual([name, code, true])
  expect(text).not.toMatch(/SQLITE|TypeError|node_modules|at \w+ \(/)
}

test.each(Object.keys(calls) as CallName[])(
  `%s refuses damaged requests as the contract says and stores nothing of them (seed ${seed})`,
  async name => {
    const call: CallDefinition = calls[name]
    let given = await prepare(name)
    let stored = await dump(server.db)
    const tryMutation = async (mutation: Mutation) => {
      const before = await rowsWritten(server.db)
      const response = await send(call, mutateRequest(call, given, mutation))
      const text = await response.text()
      if (response.status === 200 || response.status === 304) {
        // The mutated request was still valid. A write cannot be repeated, so prepare a new one.
        if (writes[name]) given = await prepare(name)
        stored = await dump(server.db)
        return
      }
      // A damaged parameter can turn the path into another call's path or an unknown path.
      if (mutation.kind === 'parameter' && [404, 405].includes(response.status)) return
      requireContract(name, response, text)
      // Dumping all tables takes most of the test's time, and is not needed if no row was written.
      if (before !== null && before === (await rowsWritten(server.db))) return
      expect(changes(stored, await dump(server.db))).toEqual([])
    }
    const oneOfEachKind = fc.asyncProperty(mutations, async all => {
      for (const mutation of all) await tryMutation(mutation)
    })
    await fc.assert(oneOfEachKind, { seed, numRuns })
  },
  120_000,
)
