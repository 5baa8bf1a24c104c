import { expect, test } from 'vitest'
import { newerMembers } from '#tests/kit/newer-members.ts'
import { unexplained } from '#tests/kit/unexplained.ts'

/** API members that a supported phone may lack, and what the app does without them. */
const optional: Record<string, string> = {
  'HTMLElement.showPopover': 'toasts stay below an open dialog',
  'HTMLElement.hidePopover': 'called only after showPopover',
  'StorageManager.estimate': 'photos are accepted until the browser itself rejects them',
  'PerformanceResourceTiming.transferSize':
    'the files count as not cached, and are loaded for the next visit',
  'PerformanceResourceTiming.encodedBodySize':
    'the files count as not cached, and are loaded for the next visit',
}

test('the app calls nothing that a supported phone lacks, unless it works without it', {
  timeout: 60_000,
}, () => {
  const uses = [
    ...newerMembers('tsconfig.page.json', file => /^(src|campaign|contract)\//.test(file)),
    ...newerMembers('tsconfig.worker.json', file => file.startsWith('sw/')),
  ].map(({ file, feature, lacking }) => ({
    feature,
    at: `${file}: ${feature} is missing in ${lacking.join(', ')}`,
  }))
  expect(unexplained(uses, optional)).toEqual([])
})

test('the check finds what older phones lack, in the server’s code', { timeout: 60_000 }, () => {
  const uses = newerMembers('tsconfig.node.json', file => /^server\/(review|desk)\//.test(file))
  expect(uses.map(({ feature }) => feature)).toContain('Array.toSorted')
  expect(uses.find(({ feature }) => feature === 'Array.toSorted')?.lacking).toHaveLength(2)
})
