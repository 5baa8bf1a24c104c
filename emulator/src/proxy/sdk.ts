import type { IncomingMessage, ServerResponse } from 'node:http'
import { SDK_PATH } from './cdn.ts'
import { installedSdk, sdkScript } from './sdk-script.ts'

/** Returns the SDK as one script, built on first use; null if the SDK is not installed. */
export type Sdk = () => string | null

/** Creates a function that returns the SDK of the first folder in which one is installed. */
export function createSdk(folders: readonly string[], name?: string): Sdk {
  let script: string | null = null
  return () => {
    const [installed] = folders.flatMap(folder => installedSdk(folder, name) ?? [])
    if (installed !== undefined) script ??= sdkScript(installed)
    return script
  }
}

/**
 * Responds to the request for the SDK's script. Returns false, without writing a response, for any other
 * path.
 */
export function answerSdk(sdk: Sdk, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.url !== SDK_PATH) return false
  const script = sdk()
  outgoing.writeHead(script === null ? 404 : 200, { 'content-type': 'text/javascript; charset=utf-8' })
  outgoing.end(
    script ?? 'throw new Error("liff-emulator: @line/liff is not installed. Run: npm i @line/liff")',
  )
  return true
}
