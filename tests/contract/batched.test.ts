import { expect, test } from 'vitest'
import { batched } from '#server/store/batched.ts'

test('questions that come together are one statement, and each gets its own answer', async () => {
  const asked: string[][] = []
  const ask = batched(
    (question: string) => question,
    async questions => {
      asked.push([...questions])
      return questions.map(question => question.toUpperCase())
    },
  )
  expect(await Promise.all(['a', 'b', 'c'].map(ask))).toEqual(['A', 'B', 'C'])
  expect(asked).toEqual([['a', 'b', 'c']])
})

test('the same question twice is two statements, and the second sees what the first has done', async () => {
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

test('what comes while a statement runs is asked after it, never answered by it', async () => {
  let truth = 'old'
  let release = () => {}
  const gate = new Promise<void>(resolve => {
    release = resolve
  })
  let begun = () => {}
  const running = new Promise<void>(resolve => {
    begun = resolve
  })
  const ask = batched(
    (question: string) => question,
    async questions => {
      const answer = truth
      begun()
      if (questions.includes('first')) await gate
      return questions.map(() => answer)
    },
  )
  const first = ask('first')
  await running
  truth = 'new'
  const second = ask('second')
  release()
  expect([await first, await second]).toEqual(['old', 'new'])
})

test('a statement that fails fails its own questions only', async () => {
  const ask = batched(
    () => 'one at a time',
    async ([question]: readonly string[]) => {
      if (question === 'bad') throw new Error('gone')
      return [question]
    },
  )
  const outcomes = await Promise.allSettled(['good', 'bad', 'also good'].map(ask))
  expect(outcomes.map(one => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('a thousand at once are a few statements of a bounded size', async () => {
  const sizes: number[] = []
  const ask = batched(String, async (numbers: readonly number[]) => {
    sizes.push(numbers.length)
    return numbers
  })
  const answers = await Promise.all(Array.from({ length: 1000 }, (_, n) => ask(n)))
  expect(answers).toEqual(Array.from({ length: 1000 }, (_, n) => n))
  expect(sizes).toEqual([200, 200, 200, 200, 200])
})
