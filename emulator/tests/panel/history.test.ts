import { expect, test } from 'vitest'
import { historyStep, withCall } from '#emulator/panel/console/history.ts'

test('the history lists the newest 30 calls without duplicates', () => {
  const first = { name: 'getProfile', args: '' }
  const second = { name: 'openWindow', args: '{ "url": "https://line.me" }' }
  expect(withCall(withCall(withCall([], first), second), first)).toEqual([first, second])
  const many = Array.from({ length: 40 }, (_, n) => ({ name: 'permission.query', args: `"${n}"` }))
  const history = many.reduce(withCall, [] as ReturnType<typeof withCall>)
  expect(history).toHaveLength(30)
  expect(history[0]).toEqual(many.at(-1))
})

test('arrow keys move in the history only from the first and last line of the text', () => {
  const text = '{\n}'
  expect(historyStep('ArrowUp', text, 0, 0)).toBe(1)
  expect(historyStep('ArrowUp', text, 3, 3)).toBe(0)
  expect(historyStep('ArrowDown', text, 3, 3)).toBe(-1)
  expect(historyStep('ArrowDown', text, 0, 0)).toBe(0)
  expect(historyStep('a', text, 0, 0)).toBe(0)
})
