import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { LiffEmulator } from '../emulator.ts'
import { closeServer, listen, type ReservedPorts } from '../listen.ts'
import { createSdk } from '../sdk/sdk.ts'
import { serveFolder } from './folder.ts'
import { createProxy } from './server.ts'

export type RunningProxy = {
  /** `http://localhost:{port}`, which serves both the app and LINE. */
  readonly url: string
  readonly close: () => Promise<void>
}

type Start = {
  readonly emulator: LiffEmulator
  /** URL of the app's server, or the folder with the app's files. */
  readonly app: string
  /** Port of the proxy. Default: any free port. */
  readonly port?: number
  readonly reserved?: ReservedPorts
  /** Folder in which `@line/liff` is installed. Default: the app's folder, then the working directory. */
  readonly sdkFrom?: string
  /** Package name of the SDK, if it is installed under an alias. */
  readonly sdkName?: string
}

async function sourceOf(
  app: string,
  owner: () => string,
  reserved?: ReservedPorts,
): Promise<{ url: URL; folder: string | null; close: () => Promise<void> }> {
  if (/^https?:\/\//.test(app)) return { url: new URL(app), folder: null, close: async () => {} }
  const folder = resolve(app)
  const found = await stat(folder).catch(() => null)
  if (found?.isDirectory() !== true)
    throw new Error(
      `The folder ${folder} ${found ? 'is a file' : 'does not exist'}. Name the folder of your app's files, or the URL of its server`,
    )
  return { ...(await serveFolder(folder, owner, reserved)), folder }
}

/** Starts the emulator as a proxy in front of an app. Rejects if the port is in use or the app's folder is missing. */
export async function startProxy({
  emulator,
  app,
  port = 0,
  reserved,
  sdkFrom,
  sdkName,
}: Start): Promise<RunningProxy> {
  let url = ''
  const source = await sourceOf(app, () => url, reserved)
  const sdkFolders = sdkFrom === undefined ? [source.folder ?? process.cwd(), process.cwd()] : [sdkFrom]
  emulator.setSdk(createSdk(sdkFolders, sdkName))
  const server = createProxy({ emulator, target: source.url })
  const actual = await listen(server, port, reserved).catch(async error => {
    await source.close()
    throw error
  })
  url = `http://localhost:${actual}`
  return {
    url,
    async close() {
      await closeServer(server)
      await source.close()
    },
  }
}
