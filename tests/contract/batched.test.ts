import { expect, test } from 'vitest'
import { batched } from '#server/store/batched.ts'
import { untilCalled } from '#tests/kit/until-called.ts'

test('combines concurrent calls into one statement and returns each result', async () => {
  const batches: string[][] = []
  const ask = batched(
    (input: string) => input,
    async inputs => {
      batches.push([...inputs])
      return inputs.map(input => input.toUpperCase())
    },
  )
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['A', 'B', 'C'])
  expect(batches).toEqual([['a', 'b', 'c']])
})

test('runs calls with the same id in separate statements, one after the other', async () => {
  let count = 0
  const take = batched(
    (key: string) => key,
    async keys => {
      count += keys.length
      return keys.map(() => count)
    },
  )
  expect(await Promise.all([take('a'), take('a'), take('a')])).toEqual([1, 2, 3])
})

test('never answers a call with a statement that started before it', async () => {
  let truth = 'old'
  const [gate, release] = untilCalled()
  const [running, begun] = untilCalled()
  const ask = batched(
    (input: string) => input,
    async inputs => {
      const answer = truth
      begun()
      if (inputs.includes('first')) await gate
      return inputs.map(() => answer)
    },
  )
  const first = ask('first')
  await running
  truth = 'new'
  const second = ask('second')
  release()
  expect([await first, await second]).toEqual(['old', 'new'])
})

test('a failed statement fails only its own calls', async () => {
  const ask = batched(
    () => 'one at a time',
    async ([input]: readonly string[]) => {
      if (input === 'bad') throw new Error('gone')
      return [input]
    },
  )
  const outcomes = await Promise.allSettled(['good', 'bad', 'also good'].map(ask))
  expect(outcomes.map(one => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('splits a thousand concurrent calls into batches of 200', async () => {
  const sizes: number[] = []
  const ask = batched(String, async (numbers: readonly number[]) => {
    sizes.push(numbers.length)
    return numbers
  })
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => ask(n)))
  expect(answers).toEqual(Array.from({ length: 1000 }, (_, n) => n))
  expect(sizes).toEqual([200, 200, 200, 200, 200])
})
