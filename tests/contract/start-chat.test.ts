import { writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faq } from '#campaign/faq.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { eachFolder } from '#tests/kit/folder.ts'
import { serveStack } from '#tests/kit/serve-stack.ts'
import type { Stack } from '#tools/stack.ts'

/** Tests the stack that `npm start` opens, without a browser. */

let stop: () => Promise<void>
const inFolder = eachFolder()
beforeEach(async () => {
  await writeFile(inFolder('index.html'), '<!doctype html><head></head>')
})
afterEach(() => stop())

async function start(more: Readonly<Record<string, string>> = {}): Promise<Stack> {
  const env = { DATA_DIR: inFolder('data'), ...more }
  const { stack } = await serveStack({ env, dist: () => inFolder() })
  stop = stack.close
  return stack
}
const answers = ({ emulator }: Stack) =>
  emulator
    .botMessages()
    .flatMap(({ messages }) => messages.map(({ message }) => (message as { text?: string }).text))
const ask = (stack: Stack) => stack.emulator.control.chat({ text: 'ประกาศผลวันไหน' })
const expected = faq.find(({ id }) => id === 'result')?.answerTh

test('the chat answers without any setting, and LINE messages are on', async () => {
  const stack = await start()
  ask(stack)
  await expect.poll(() => answers(stack)).toEqual([expected])
  expect(await readChannel(stack.api.deps.db)).toBeDefined()
})

test('the chat answers while the phone is offline, because LINE sends the webhook', async () => {
  const stack = await start()
  expect(stack.emulator.control.patch({ network: { kind: 'offline' } }).ok).toBe(true)
  ask(stack)
  await expect.poll(() => answers(stack)).toEqual([expected])
})

test('the chat answers after a restart on another port, and with a channel of the settings', async () => {
  await start()
  await stop()
  const stack = await start({
    LIFF_ID: '2000000001-Campaign',
    LINE_MESSAGING_ACCESS_TOKEN: 'a-token-of-the-settings',
    LINE_MESSAGING_CHANNEL_SECRET: '0123456789abcdef0123456789abcdef',
  })
  ask(stack)
  await expect.poll(() => answers(stack)).toEqual([expected])
})

test('LINE messages stay on after the panel has shown a phase of the campaign', async () => {
  const stack = await start()
  const { webhook } = stack.emulator.scenario().messaging
  const shown = await fetch(new URL('/__emulator/api/phase', webhook ?? ''), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id: 'open' }),
  })
  expect(shown.status).toBe(200)
  expect(await readChannel(stack.api.deps.db)).toBeDefined()
  ask(stack)
  await expect.poll(() => answers(stack)).toEqual([expected])
})
