// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { ATTENDED_MS, UNATTENDED } from '#contract/desk/unattended.ts'
import { call } from '#desk/api/call.ts'

test('a read says if nobody has used the page for a minute; a change always counts as use', async () => {
  vi.useFakeTimers()
  const marked: boolean[] = []
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    marked.push(new Headers(init.headers).has(UNATTENDED))
    return Response.json({ notices: [], unseen: 0 })
  })
  const id = '019b5f3e-6a2b-7c1d-8e4f-0123456789ab'
  dispatchEvent(new Event('keydown'))
  await call('notices')
  vi.advanceTimersByTime(ATTENDED_MS)
  await call('notices')
  await call('seeNotices', { body: { ids: [id] } })
  dispatchEvent(new Event('pointermove'))
  await call('notices')
  vi.setSystemTime(Date.now() - 60 * ATTENDED_MS)
  await call('notices')
  expect(marked).toEqual([false, true, false, false, true])
})
