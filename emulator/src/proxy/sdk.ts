import type { IncomingMessage, ServerResponse } from 'node:http'
import { SDK_PATH } from './cdn.ts'
import { installedSdk, sdkScript } from './sdk-script.ts'

/** The SDK as one script, made when it is first asked for; null where it is not installed. */
export type Sdk = () => string | null

/** The SDK that an app in one of these folders has installed, the first that has one. */
export function createSdk(homes: readonly string[], name?: string): Sdk {
  let script: string | null = null
  return () => {
    const [installed] = homes.flatMap(home => installedSdk(home, name) ?? [])
    if (installed !== undefined) script ??= sdkScript(installed)
    return script
  }
}

/** Answers for LINE's CDN. False, with nothing written, for another address. */
export function answerSdk(sdk: Sdk, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.url !== SDK_PATH) return false
  const script = sdk()
  outgoing.writeHead(script === null ? 404 : 200, { 'content-type': 'text/javascript; charset=utf-8' })
  outgoing.end(
    script ?? 'throw new Error("liff-emulator: @line/liff is not installed here: npm i @line/liff")',
  )
  return true
}
