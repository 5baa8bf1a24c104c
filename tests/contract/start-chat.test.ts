import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { faq } from '#campaign/faq.ts'
import { readSettings } from '#server/config.ts'
import { readChannel } from '#server/message-queue/channel.ts'
import { openStack, type Stack } from '#tools/stack.ts'

/** What `npm start` opens, without a browser. */

let folder: string
let close: (() => Promise<void>)[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'start-chat-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html><head></head>')
  close = []
})
afterEach(async () => {
  for (const one of close.toReversed()) await one()
  await rm(folder, { recursive: true, force: true })
})

async function start(env: Readonly<Record<string, string>> = {}): Promise<Stack> {
  const http = createServer()
  await new Promise<void>(resolve => http.listen(0, '127.0.0.1', resolve))
  const origin = `http://localhost:${(http.address() as AddressInfo).port}`
  const read = readSettings({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'fatal', ...env }, 'emulator')
  if (!read.ok) throw new Error(read.errors.join('\n'))
  const stack = await openStack(read.settings, { origin, dist: () => folder })
  http.on('request', (incoming, outgoing) => void stack.answer(incoming, outgoing))
  close.push(async () => {
    await stack.close()
    http.closeAllConnections()
    await new Promise(resolve => http.close(resolve))
  })
  return stack
}
async function stop(): Promise<void> {
  for (const one of close.splice(0).toReversed()) await one()
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
