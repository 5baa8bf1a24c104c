import { expect, test } from 'vitest'
import { createAsked } from '#src/startup/asked.ts'
import { createStartupCache } from '#src/startup/startup-cache.ts'
import { pageLocalStorage } from '#tests/kit/page-local-storage.ts'
import { NOW } from './world.ts'

test('a server that has answered in the meantime is not called down any more', () => {
  const failure = { kind: 'portal', status: 503 } as const
  const cache = createStartupCache(pageLocalStorage())
  cache.storeAsked('activity', { from: NOW, until: NOW + 60_000, failure })
  // The phone's clock was a second ahead when the previous page stored the pause.
  let now = NOW - 1000
  const asked = createAsked(cache, { now: () => now })
  expect(asked.refusal('activity', 1)).toBeNull()
  asked.note('activity', { ok: true, value: {}, headers: new Headers() })
  now = NOW + 1000
  expect(asked.refusal('sign-in', 1)).toBeNull()
})
