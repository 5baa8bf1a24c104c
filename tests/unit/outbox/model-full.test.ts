import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { explore } from '#tests/model/explore.ts'
import { mutants } from '#tests/model/mutants.ts'

test('the model keeps every promise with two customers, two jobs, two tabs and a photo in three pieces', () => {
  const { states, steps, violation } = explore({
    owners: 2,
    jobs: 2,
    tabs: 2,
    failing: 1,
    pieces: 3,
    oneSubject: false,
  })
  expect(violation).toBeNull()
  const written = (count: number) => count.toLocaleString('en-US')
  const document = readFileSync('docs/offline.md', 'utf8')
  expect(document).toContain(`${written(states)} states and ${written(steps)} steps`)
  expect(document).toContain(`lists ${Object.keys(mutants).length} changes of the protocol`)
}, 600_000)
