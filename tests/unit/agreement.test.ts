import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type CallName, calls } from '#contract/calls.ts'

const decision = readFileSync('docs/decisions/020-changed-terms-are-asked-again.md', 'utf8')

test('the decision says for every call that changes something whether it needs the current texts', () => {
  const writes = (Object.keys(calls) as CallName[]).filter(
    name => calls[name].method !== 'GET' && calls[name].method !== 'HEAD',
  )
  const rows = decision.split('\n').filter(line => line.startsWith('| `'))
  const listed = rows.flatMap(row =>
    [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  expect(listed.toSorted()).toEqual(writes.toSorted())
})
