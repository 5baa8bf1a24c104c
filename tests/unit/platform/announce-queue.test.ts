// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { installQueue } from '#emulator/page/queue.ts'
import { notePageListeners } from '#emulator-tests/kit/page-listeners.ts'
import { announceQueue } from '#src/platform/announce-queue.ts'
import { atTestEnd } from '#tests/kit/test-end.ts'

const job = {
  id: 'k1',
  route: 'createReceipt',
  state: 'queued',
  waitsFor: null,
  nextTryAt: null,
  failure: null,
}

test('the emulator understands the announced queue, which contains nothing that the customer wrote', () => {
  const reports: unknown[] = []
  const listeners = notePageListeners()
  installQueue({ report: event => reports.push(event) })
  atTestEnd(async () => listeners.stop({ remove: true }))
  const refused = { kind: 'refused', code: 'RECEIPT_EXISTS', message: 'ส่งแล้ว' }
  const content = { receipt: { receiptNo: 'BD-1' }, answer: { text: 'แม่' } }
  announceQueue([
    { ...job, ...content, waitsFor: 'network', nextTryAt: 1_700_000_000_000 },
    { ...job, id: 'k2', state: 'sending' },
    { ...job, id: 'k3', state: 'refused', failure: refused },
    { ...job, id: 'k4', state: 'refused', failure: { kind: 'portal' } },
  ])
  const shared = { name: 'createReceipt', nextTry: null }
  expect(reports).toEqual([
    {
      type: 'queue',
      total: 4,
      jobs: [
        { ...shared, key: 'k1', state: 'queued', nextTry: 1_700_000_000_000, note: 'network' },
        { ...shared, key: 'k2', state: 'sending' },
        { ...shared, key: 'k3', state: 'refused', note: 'RECEIPT_EXISTS' },
        { ...shared, key: 'k4', state: 'refused', note: 'portal' },
      ],
    },
  ])
})
