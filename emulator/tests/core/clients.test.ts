import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { createLiffEmulator } from '#emulator/index.ts'
import { answerNode } from '#emulator/node.ts'
import { clientCheck, isClientAddress } from '#emulator/node-clients.ts'

const socket = (remoteAddress: string | undefined, localAddress = '192.0.2.2') =>
  ({ remoteAddress, localAddress }) as Parameters<ReturnType<typeof clientCheck>>[0]

test.each<[remote: string | undefined, allowed: readonly string[], accepted: boolean]>([
  ['127.0.0.1', [], true],
  ['127.9.9.9', [], true],
  ['::1', [], true],
  ['::ffff:127.0.0.1', [], true],
  ['192.0.2.2', [], true],
  ['192.0.2.3', [], false],
  ['::ffff:192.0.2.3', [], false],
  ['fd00::3', [], false],
  [undefined, [], false],
  ['192.0.2.3', ['192.0.2.3'], true],
  ['::ffff:192.0.2.3', ['192.0.2.3'], true],
  ['192.0.2.4', ['192.0.2.3'], false],
  ['172.17.3.4', ['192.0.2.3', '172.17.0.0/16'], true],
  ['172.18.0.1', ['172.17.0.0/16'], false],
  ['fd00::3', ['fd00::/64'], true],
  ['fd00:0:0:1::3', ['fd00::/64'], false],
])('a connection from %s with %j allowed: accepted %s', (remote, allowed, accepted) =>
  expect(clientCheck(allowed)(socket(remote))).toBe(accepted),
)

test.each([
  ['192.168.1.20', true],
  ['fd00::2', true],
  ['172.17.0.0/16', true],
  ['fd00::/128', true],
  ['172.17.0.0/33', false],
  ['172.17.0.0/', false],
  ['172.17.0.0/8/8', false],
  ['172.17', false],
  ['localhost', false],
  ['', false],
])('"%s" is an address or a network: %s', (text, valid) => expect(isClientAddress(text)).toBe(valid))

/** This machine's network address. A connection from it to 127.0.0.1 looks as if it came from another machine. */
const other = Object.values(networkInterfaces())
  .flat()
  .find(entry => entry?.internal === false && entry.family === 'IPv4')?.address

test.runIf(process.platform === 'linux' && other !== undefined)(
  'another machine gets 403, whatever its Host header says, and reaches the emulator if it is allowed',
  async () => {
    const status = async (allowedClients: readonly string[], localAddress?: string) => {
      const emulator = await createLiffEmulator({ allowedClients })
      const server = createServer((incoming, outgoing) => void answerNode(emulator, incoming, outgoing))
      await new Promise<void>(resolve => server.listen(0, '0.0.0.0', resolve))
      const { port } = server.address() as AddressInfo
      const at = { host: '127.0.0.1', port, path: '/__emulator/api/state', headers: { host: 'localhost' } }
      const code = await new Promise((resolve, reject) =>
        get(localAddress === undefined ? at : { ...at, localAddress }, ({ statusCode }) =>
          resolve(statusCode),
        ).once('error', reject),
      )
      server.closeAllConnections()
      server.close()
      return code
    }
    expect(await status([])).toBe(200)
    expect(await status([], other)).toBe(403)
    expect(await status([other ?? ''], other)).toBe(200)
  },
)
