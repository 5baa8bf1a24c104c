import { beforeEach, expect, test } from 'vitest'
import { columnsOf, type TestServer, testServer } from '#tests/kit/server.ts'

/** The servers that the tests below start. The tests close none of them. */
const started: TestServer[] = []

beforeEach(async () => {
  started.push(await testServer())
})

test.each(['a first test', 'a second test'])('%s has only its own server open', async () => {
  started.push(await testServer())
  const answers = await Promise.all(
    started.map(({ db }) =>
      columnsOf({ db }, 'store', ['id']).then(
        () => 'open',
        () => 'closed',
      ),
    ),
  )
  expect(answers).toEqual([...Array(started.length - 2).fill('closed'), 'open', 'open'])
})
