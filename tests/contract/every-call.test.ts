import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { noFields } from '#contract/schema/common.ts'
import type { CallExample } from '#tests/kit/call-example.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { examples } from '#tests/kit/examples.ts'
import { type CallOptions, type SignedIn, testServer } from '#tests/kit/server.ts'

/** Makes every call with its example: correctly, without a session, with malformed input, and twice. */

const server = eachFile(testServer)

const names = Object.keys(calls) as CallName[]

/** Prepares a valid request from the call's example, with the customer's token if the call needs one. */
async function prepare(name: CallName, me?: SignedIn): Promise<CallOptions> {
  const customer = me ?? (await server.signIn())
  const input = await examples[name].good(server, customer)
  return calls[name].auth === 'bearer' ? { ...input, token: customer.token } : input
}

function without(body: unknown, fields: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  return Object.fromEntries(Object.entries(body).filter(([field]) => !fields.includes(field)))
}

describe.each(names)('%s', name => {
  const call: CallDefinition = calls[name]
  const example = examples[name] as CallExample<CallName>

  test('a good call is answered with 200', async () => {
    const me = await server.signIn()
    const { status, text, body } = await server.call(name, await prepare(name, me))
    expect([status, text]).toEqual([200, expect.any(String)])
    example.check?.(body)
    await example.effect?.(server, me)
  })

  if (call.auth === 'bearer')
    test('is refused without a session and with an unknown token', async () => {
      const { token: _, ...input } = await prepare(name)
      for (const more of [{}, { token: 'x'.repeat(43) }]) {
        const { status, error } = await server.call(name, { ...input, ...more })
        // The response to a HEAD request has no body.
        expect([status, error?.error]).toEqual([401, call.method === 'HEAD' ? undefined : 'UNAUTHORIZED'])
      }
    })

  const hasInput = call.bodyKind !== 'none' || [call.params, call.query].some(schema => schema !== noFields)

  if (hasInput)
    test('refuses malformed input and names the field', async () => {
      if (!example.malformed)
        throw new Error(`tests/contract/calls/: the example of ${name} needs \`malformed\``)
      const { status, error } = await server.call(name, { ...(await prepare(name)), ...example.malformed })
      if (call.method === 'HEAD') {
        expect(status).toBe(400)
        return
      }
      // A body of bytes has no field that the error could name.
      if (call.bodyKind === 'bytes' && call.params === noFields) {
        expect([status, error.error]).toEqual([415, 'IMAGE_TYPE'])
        return
      }
      expect([status, error.error]).toEqual([400, 'VALIDATION'])
      expect(error.fields?.length).toBeGreaterThan(0)
    })

  test('gives the same answer when it is sent twice with the same key', async () => {
    const request = { ...(await prepare(name)), key: randomUUID() }
    const first = await server.call(name, request)
    const second = await server.call(name, request)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(without(second.body, example.varies ?? [])).toEqual(without(first.body, example.varies ?? []))
    if (call.idempotent) {
      expect(second.text).toBe(first.text)
      expect(second.headers.get('idempotency-replayed')).toBe('true')
    }
  })
})

test('no call that needs a session is answered without one, even if the request is otherwise complete', async () => {
  const params = { id: randomUUID(), sha256: 'a'.repeat(64) }
  const closed = names.filter(name => calls[name].auth === 'bearer')
  expect(closed.length).toBeGreaterThan(20)
  for (const name of closed) {
    const { method } = calls[name]
    const input = method === 'GET' || method === 'HEAD' ? {} : { body: {}, key: randomUUID() }
    for (const token of [undefined, 'x'.repeat(43)]) {
      const request = { params, ...input, ...(token === undefined ? {} : { token }) }
      expect([name, (await server.call(name, request)).status]).toEqual([name, 401])
    }
  }
})
