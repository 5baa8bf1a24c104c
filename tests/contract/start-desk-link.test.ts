import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readSettings } from '#server/config.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { openStack } from '#tools/stack.ts'

/** Starts the stack of `npm start` and returns the answer to the panel's question for links. */
async function linksWith(desk: (() => string | null) | undefined): Promise<unknown> {
  const folder = await testFolder()
  const http = createServer()
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(http.address() as AddressInfo).port}`
  const read = readSettings({ DATA_DIR: folder, LOG_LEVEL: 'fatal' }, 'emulator')
  if (!read.ok) throw new Error(read.errors.join('\n'))
  const stack = await openStack(read.settings, { origin, dist: () => folder, ...(desk ? { desk } : {}) })
  onTestFinished(async () => {
    await stack.close()
    http.closeAllConnections()
    await new Promise(resolve => http.close(resolve))
  })
  http.on('request', (incoming, outgoing) => void stack.answer(incoming, outgoing))
  const response = await fetch(`${origin}/__emulator/api/links`)
  expect(response.status).toBe(200)
  return response.json()
}

test('the panel links to the desk in each of its languages while the desk is on', async () => {
  expect(await linksWith(() => 'http://localhost:4100')).toEqual([
    {
      url: 'http://localhost:4100',
      label: { en: expect.any(String), th: expect.any(String), ja: expect.any(String) },
    },
  ])
})

test('without the desk there is no link', async () => {
  expect(await linksWith(() => null)).toEqual([])
  expect(await linksWith(undefined)).toEqual([])
})
