// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { CallError } from '#desk/api/call.ts'
import { type Done, doneAfterFailure, remember } from '#desk/pages/review/undo-list.ts'

const decided = (receiptId: string): Done => ({ kind: 'decided', receiptId, version: 2 })
const done = ['a', 'b'].map(decided)

test('a step that can never be undone does not keep the reviewer from undoing the one before', () => {
  for (const code of ['CHANGED', 'REFUSED', 'NOT_FOUND'] as const)
    expect(doneAfterFailure(done, new CallError(code))).toEqual([decided('a')])
})

test('a step whose undo may still succeed stays', () => {
  for (const code of ['OFFLINE', 'UNAVAILABLE', 'INTERNAL', 'RATE_LIMITED', 'SIGNED_OUT'] as const)
    expect(doneAfterFailure(done, new CallError(code))).toEqual(done)
  expect(doneAfterFailure(done, new Error('a bug'))).toEqual(done)
})

test('the newest 50 steps can be undone', () => {
  let steps: readonly Done[] = []
  for (let n = 0; n < 60; n++) steps = remember(steps, decided(String(n)))
  expect(steps.map(({ receiptId }) => receiptId)).toEqual(
    Array.from({ length: 50 }, (_, n) => String(n + 10)),
  )
})
