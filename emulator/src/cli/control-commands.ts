import { readFile, writeFile } from 'node:fs/promises'
import { assertNever } from '../assert-never.ts'
import { NAMED_SCENARIOS } from '../scenario/named.ts'
import type { Terminal } from './terminal.ts'

type EmulatorAddress = { readonly at?: string | undefined }

const DEFAULT_URL = 'http://localhost:4400'

/** The address of the emulator that runs. */
export function emulatorUrl({ at }: EmulatorAddress): string {
  return at ?? process.env.LIFF_EMULATOR_URL ?? DEFAULT_URL
}

async function call(
  address: EmulatorAddress,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const url = `${emulatorUrl(address)}/__emulator/api/${path}`
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(url, init).catch(() => null)
  if (response === null)
    throw new Error(`Nothing answers at ${emulatorUrl(address)}: is it started? --at says where`)
  const answer = (await response.json().catch(() => null)) as { message?: string } | null
  if (!response.ok) throw new Error(answer?.message ?? `${method} ${path}: ${response.status}`)
  return answer
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

/** A file's JSON. Throws naming the file. */
async function jsonOf(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`)
  }
}

async function scenario([verb, name]: readonly string[], address: EmulatorAddress): Promise<string> {
  if (verb === 'list') return NAMED_SCENARIOS.map(one => `${one.name.padEnd(24)}${one.title}`).join('\n')
  if (verb === 'show') return pretty(await call(address, 'GET', 'state'))
  if (verb !== 'load' || name === undefined) throw new Error('scenario: list, show, or load NAME|FILE')
  const loaded = name.endsWith('.json')
    ? await call(address, 'PUT', 'state', await jsonOf(name))
    : await call(address, 'POST', 'scenario', { name })
  return `loaded ${(loaded as { name: string }).name}`
}

async function exported(file: string | undefined, address: EmulatorAddress): Promise<string> {
  const snapshot = await call(address, 'GET', 'export')
  if (file === undefined) return pretty(snapshot)
  // It holds a signing key.
  await writeFile(file, JSON.stringify(snapshot), { mode: 0o600 })
  return `exported ${file}`
}

async function imported(file: string | undefined, address: EmulatorAddress): Promise<string> {
  if (file === undefined) throw new Error('import: which file?')
  await call(address, 'POST', 'import', await jsonOf(file))
  return `imported ${file}`
}

async function answer(
  verb: ControlCommand,
  rest: readonly string[],
  address: EmulatorAddress,
): Promise<string> {
  const [first] = rest
  switch (verb) {
    case 'scenario':
      return scenario(rest, address)
    case 'reset':
      return `reset to ${((await call(address, 'POST', 'reset')) as { name: string }).name}`
    case 'token':
      return pretty(await call(address, 'POST', 'token', first === undefined ? {} : { userId: first }))
    case 'export':
      return exported(first, address)
    case 'import':
      return imported(first, address)
    default:
      return assertNever(verb)
  }
}

export type ControlCommand = 'scenario' | 'export' | 'import' | 'reset' | 'token'

/** The verbs that speak to an emulator that runs. Resolves with the exit code. */
export async function runControl(
  verb: ControlCommand,
  rest: readonly string[],
  address: EmulatorAddress,
  { print }: Terminal,
): Promise<number> {
  print(await answer(verb, rest, address))
  return 0
}
