import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { createLiffEmulator } from '#emulator/emulator.ts'
import { fileStorage } from '#emulator/node.ts'
import { packageFile } from '#emulator/package-file.ts'
import { testFolder } from '#tests/kit/folder.ts'

const MAIN = fileURLToPath(packageFile('src/cli/main.ts'))

/** Starts the command line in a separate process, and resolves with the process and the emulator's URL. */
async function startProcess(folder: string, storage: string) {
  const words = ['--import', 'tsx', MAIN, folder, '--port', '0', '--storage', storage]
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  for await (const part of child.stdout) {
    output += part
    const [url] = /http:\/\/localhost:\d+/.exec(output) ?? []
    if (url !== undefined) return { child, url }
  }
  throw new Error(`The emulator has ended: ${output}`)
}

const keyOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`

function pushOf(index: number, { user, messaging }: { user: string; messaging: { accessToken: string } }) {
  const headers = {
    authorization: `Bearer ${messaging.accessToken}`,
    'content-type': 'application/json',
    'x-line-retry-key': keyOf(index),
  }
  const body = JSON.stringify({ to: user, messages: [{ type: 'text', text: String(index) }] })
  return { method: 'POST', headers, body }
}

test('an acknowledged push and its retry key survive kill -9', async () => {
  const folder = await testFolder()
  const storage = join(folder, 'line.json')
  const acknowledged: number[] = []
  const { child, url } = await startProcess(folder, storage)
  const exited = once(child, 'exit')
  const scenario = await (await fetch(`${url}/__emulator/api/state`)).json()
  const send = async (index: number) => {
    const answer = await fetch(`${url}/__line/api.line.me/v2/bot/message/push`, pushOf(index, scenario))
    expect(answer.status).toBe(200)
    acknowledged.push(index)
    if (acknowledged.length === 50) child.kill('SIGKILL')
  }
  /** Sends every fifth push, one after the other. The kill interrupts the last ones. */
  const sendSome = async (start: number) => {
    for (let index = start; index < 80; index += 5) await send(index)
  }
  await Promise.allSettled([0, 1, 2, 3, 4].map(sendSome))
  await exited
  expect(acknowledged.length).toBeGreaterThanOrEqual(50)

  const emulator = await createLiffEmulator({ storage: fileStorage(storage) })
  const sent = JSON.stringify(emulator.botMessages())
  expect(acknowledged.filter(index => !sent.includes(`"text":"${index}"`))).toEqual([])
  for (const index of acknowledged) {
    const again = new Request('https://api.line.me/v2/bot/message/push', pushOf(index, emulator.scenario()))
    expect([index, (await emulator.lineFetch(again)).status]).toEqual([index, 409])
  }
  await emulator.close()
})
