import type { ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { startServer, withEmulator } from './kit.ts'

type Sent = {
  readonly type?: string
  readonly coding?: string
  readonly policy?: string | string[]
  readonly parts: readonly (string | Uint8Array)[]
}

/** Sends each part separately. Parts that are written together would arrive as one. */
function sendParts(outgoing: ServerResponse, [part, ...later]: Sent['parts']): void {
  if (part === undefined) outgoing.end()
  else outgoing.write(part, () => setImmediate(() => sendParts(outgoing, later)))
}

/** Loads a page through the emulator, and returns what arrives. */
export async function through({ type, coding, policy, parts }: Sent) {
  const app = await startServer((_, outgoing) => {
    if (type !== undefined) outgoing.setHeader('content-type', type)
    if (coding !== undefined) outgoing.setHeader('content-encoding', coding)
    if (policy !== undefined) outgoing.setHeader('content-security-policy', policy)
    sendParts(outgoing, parts)
  })
  onTestFinished(app.close)
  let seen = { status: 0, type: '', policy: '', text: '' }
  await withEmulator(app.url, async url => {
    const answer = await fetch(url)
    seen = {
      status: answer.status,
      type: answer.headers.get('content-type') ?? '',
      policy: answer.headers.get('content-security-policy') ?? '',
      text: await answer.text(),
    }
  })
  return seen
}
