import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { eachFile } from '#tests/kit/each-test.ts'
import { productionFolder } from '#tests/kit/production-process.ts'

/** Only Linux lets a client choose its own address among 127.0.0.0/8. */
const hasAddresses = process.platform === 'linux'

const sockets: Socket[] = []
const folder = eachFile(productionFolder)
const server = eachFile(() => folder.start())
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

/** Opens connections from one address and sends nothing. */
async function idle(count: number, localAddress: string): Promise<void> {
  const opening = Array.from({ length: count }, () => {
    const socket = connect({ port: server.port, host: '127.0.0.1', localAddress })
    sockets.push(socket)
    return new Promise<void>(resolve => socket.once('connect', resolve).on('error', () => resolve()))
  })
  await Promise.all(opening)
}
/** Checks the health over a new connection, because `fetch` would reuse an open one. */
const health = () =>
  new Promise(resolve => {
    const agent = new Agent({ keepAlive: true })
    get(`${server.origin}/healthz`, { agent }, ({ statusCode, headers }) => {
      resolve([statusCode, headers['keep-alive']])
      agent.destroy()
    }).on('error', () => resolve('refused'))
  })

test.runIf(hasAddresses)('idle connections from one address do not lock out the others', async () => {
  await idle(2100, '127.0.0.2')
  expect(await health()).toEqual([200, 'timeout=65'])
})

test.runIf(hasAddresses)(
  'the server keeps idle connections for a shorter time while it has many',
  async () => {
    for (const last of [3, 4, 5, 6, 7, 8, 9]) await idle(190, `127.0.0.${last}`)
    await expect.poll(health).toEqual([200, 'timeout=5'])
  },
)
