import { expect, test } from 'vitest'
import { mayBeOnePerson } from '#server/desk-accounts.ts'

test('two accounts may be one person’s if one of them alone gave the other access', () => {
  const mali = { id: 'mali', given_by: '[]' }
  const fon = { id: 'fon', given_by: '["mali"]' }
  const nok = { id: 'nok', given_by: '["mali","thana"]' }
  const beam = { id: 'beam', given_by: null }
  const pairs = [mali, fon, nok, beam].flatMap(a => [mali, fon, nok, beam].map(b => [a, b] as const))
  const found = pairs.filter(([a, b]) => a !== b && mayBeOnePerson(a, b)).map(([a, b]) => [a.id, b.id])
  expect(found).toEqual([
    ['mali', 'fon'],
    ['fon', 'mali'],
  ])
  expect(mayBeOnePerson(nok, nok)).toBe(true)
})
