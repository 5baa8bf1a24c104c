import { stat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import type { LiffEmulator } from '../emulator.ts'
import { serveFolder } from './folder.ts'
import { createSdk } from './sdk.ts'
import { createProxy } from './server.ts'

/** LINE in front of an app, on this machine. */
export type RunningProxy = {
  /** `http://localhost:{port}`: the app, with LINE beside it. */
  readonly url: string
  readonly close: () => Promise<void>
}

type Start = {
  readonly emulator: LiffEmulator
  /** The address of the app's server, or the folder of its files. */
  readonly app: string
  /** Left out: any that is free. */
  readonly port?: number
  /** Where the app's `@line/liff` is looked for; left out, the folder of its files, then the working directory. */
  readonly sdkFrom?: string
  /** Another name under which the SDK is installed. */
  readonly sdkName?: string
}

async function sourceOf(
  app: string,
): Promise<{ url: URL; folder: string | null; close: () => Promise<void> }> {
  if (/^https?:\/\//.test(app)) return { url: new URL(app), folder: null, close: async () => {} }
  const folder = resolve(app)
  const found = await stat(folder).catch(() => null)
  if (!found?.isDirectory()) throw new Error(`There is no folder ${folder}`)
  return { ...(await serveFolder(folder)), folder }
}

/** Puts the emulator in front of an app. Rejects where the port is taken or the folder is not there. */
export async function startProxy({
  emulator,
  app,
  port = 0,
  sdkFrom,
  sdkName,
}: Start): Promise<RunningProxy> {
  const source = await sourceOf(app)
  const homes = sdkFrom === undefined ? [source.folder ?? process.cwd(), process.cwd()] : [sdkFrom]
  const server = createProxy({ emulator, target: source.url, sdk: createSdk(homes, sdkName) })
  try {
    await new Promise<void>((listening, reject) => {
      server.once('error', reject)
      server.listen(port, '127.0.0.1', listening)
    })
  } catch (error) {
    await source.close()
    throw error
  }
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(closed => server.close(closed))
      await source.close()
    },
  }
}
