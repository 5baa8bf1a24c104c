import * as v from 'valibot'
import { expect, test } from 'vitest'
import { identityBody } from '#contract/schema/customer.ts'
import { identityOf } from '#src/startup/sign-in.ts'
import { profile } from '#tests/unit/startup/world.ts'

test('shortens a long LINE name to one that the server accepts, without splitting a character', () => {
  const sent = identityOf({ ...profile, displayName: `a${'😀'.repeat(80)}` })
  expect(v.is(identityBody, sent)).toBe(true)
  expect(sent.lineDisplayName).toBe(`a${'😀'.repeat(49)}`)
})
