import type { EmulatorOptions, LiffEmulator } from '#emulator/index.ts'
import { emulated } from './kit.ts'

export const TOKEN = 'emulated-channel-access-token'
export const FRIEND = 'U4af4980629a1b2c3d4e5f60718293a4b'
export const OTHER_FRIEND = 'U7c1d2e3f40516273849506a7b8c9d0e1'
export const STRANGER = 'Ub0a1928374655647382910fedcba9876'
export const hello = { type: 'text', text: 'สวัสดี' }

export type BotReply = {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare answers of every shape
  readonly body: any
  readonly headers: Headers
}

export async function call(
  emulator: LiffEmulator,
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<BotReply> {
  const response = await emulator.lineFetch(
    new Request(`https://api.line.me${path}`, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }),
  )
  const text = await response.text()
  return { status: response.status, body: text === '' ? null : JSON.parse(text), headers: response.headers }
}

export async function withBot(options: EmulatorOptions = {}) {
  const { emulator, clock } = await emulated(options)
  return {
    emulator,
    clock,
    get: (path: string) => call(emulator, 'GET', path),
    post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) =>
      call(emulator, 'POST', path, body, headers),
    send: (method: string, path: string, body?: unknown) => call(emulator, method, path, body),
  }
}
