import { readFile } from 'node:fs/promises'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { eachFile } from '#tests/kit/each-test.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { productionFolder } from '#tests/kit/production-process.ts'

const folder = eachFile(productionFolder)

async function get(url: string, agent?: Agent) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent }, resolve).on('error', reject).end()
  })
  await text(response)
  return { status: response.statusCode, connection: response.headers.connection }
}

test('a server that stops is not ready, answers kept and new connections and closes them, and then exits', async () => {
  // A second signal ends the wait, so the test does not depend on timing.
  const { origin, port, child, ended } = await folder.start({ SHUTDOWN_DELAY: '60' })
  const callers = Array.from({ length: 10 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const answers = () => Promise.all(callers.map(agent => get(`${origin}/healthz`, agent)))
  expect(await answers()).toEqual(callers.map(() => ({ status: 200, connection: 'keep-alive' })))
  const sockets = callers.map(agent => Object.values(agent.freeSockets)[0]?.[0])
  expect(sockets.every(Boolean)).toBe(true)

  const begun = connect(port, '127.0.0.1')
  const late = text(begun)
  begun.write('POST /api/authorization/login HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n')
  begun.write('Content-Type: application/x-www-form-urlencoded\r\n\r\na')
  // Once the server has answered this later call, it has read the first part of the earlier one.
  await get(`${origin}/healthz`)

  child.kill('SIGTERM')
  await expect.poll(() => get(`${origin}/readyz`)).toMatchObject({ status: 503, connection: 'close' })
  expect(sockets.map(socket => socket?.readyState)).toEqual(callers.map(() => 'open'))
  expect(await answers()).toEqual(callers.map(() => ({ status: 200, connection: 'close' })))
  expect(await get(`${origin}/`)).toEqual({ status: 200, connection: 'close' })
  begun.write('=b')
  expect(await late).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nConnection: close\r\n/i)

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('a server that stops exits without a second signal, and leaves the head of the audit log', async () => {
  const heads = join(await testFolder(), 'heads.txt')
  const { child, ended } = await folder.start({ SHUTDOWN_DELAY: '1', AUDIT_HEAD_FILE: heads })
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(await readFile(heads, 'utf8')).toMatch(/^\S+ \d+ [0-9a-f]{64}\n$/)
})
