// @vitest-environment node
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { identityBody } from '#contract/schema/customer.ts'
import type { Ports } from '#src/ports.ts'
import { createIdentity } from '#src/startup/identity.ts'
import { welcomeCustomer } from '#src/startup/welcome.ts'
import { CUSTOMER, profile } from '#tests/unit/startup/world.ts'

test('shortens a long LINE name to one that the server accepts, without splitting a character', async () => {
  const sent: unknown[] = []
  const api = {
    call: async (_: string, { body }: { body: unknown }) => {
      sent.push(body)
      return { ok: false, failure: { kind: 'network' }, headers: null }
    },
  } as unknown as Ports['api']
  const line = { os: () => 'ios' } as unknown as Ports['line']
  const nothing = { log: () => {}, load: async () => {} }
  const friends = {
    outbox: nothing,
    customer: nothing,
    rewards: nothing,
    answers: nothing,
    campaign: nothing,
  }
  await welcomeCustomer(
    {
      do: 'welcome',
      customerId: CUSTOMER,
      profile: { ...profile, displayName: `a${'😀'.repeat(80)}` },
      registered: true,
      joined: false,
    },
    { api, line, afterPaint: run => run() },
    createIdentity({ now: () => 0 }),
    friends as unknown as Parameters<typeof welcomeCustomer>[3],
    '',
  )
  expect(v.is(identityBody, sent[0])).toBe(true)
})
