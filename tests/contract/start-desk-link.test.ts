import { expect, onTestFinished, test } from 'vitest'
import { testFolder } from '#tests/kit/folder.ts'
import { serveStack } from '#tests/kit/serve-stack.ts'

/** Starts the stack of `npm start`, and returns its answer when the panel asks for links. */
async function linksWith(desk?: () => string | null): Promise<unknown> {
  const folder = await testFolder()
  const { url, stack } = await serveStack({
    env: { DATA_DIR: folder },
    dist: () => folder,
    ...(desk ? { desk } : {}),
  })
  onTestFinished(stack.close)
  const response = await fetch(`${url}/__emulator/api/links`)
  expect(response.status).toBe(200)
  return response.json()
}

test('the panel links to the desk in each of its languages while the desk is on', async () =>
  expect(await linksWith(() => 'http://localhost:4100')).toEqual([
    {
      url: 'http://localhost:4100',
      label: { en: expect.any(String), th: expect.any(String), ja: expect.any(String) },
    },
  ]))

test('without the desk there is no link', async () => {
  expect(await linksWith(() => null)).toEqual([])
  expect(await linksWith(undefined)).toEqual([])
})
