import type { AddressInfo, Server } from 'node:net'
import { onTestFinished, TestRunner } from 'vitest'

/** Makes a server listen on a free local port. In Vitest, the server closes after the test. */
export async function listen(server: Server & { closeAllConnections?(): void }) {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  async function close() {
    server.closeAllConnections?.()
    await new Promise(resolve => server.close(resolve))
  }
  if (TestRunner.getCurrentTest()) onTestFinished(close)
  return { port, url: `http://localhost:${port}`, close }
}
