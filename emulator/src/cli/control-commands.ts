import { writeFile } from 'node:fs/promises'
import { assertNever } from '../assert-never.ts'
import type { PhaseList } from '../control/phase-list.ts'
import { NAMED_SCENARIOS } from '../scenario/named.ts'
import { jsonOf } from './json-file.ts'
import type { Terminal } from './terminal.ts'
import { unwritable } from './unwritable.ts'

type EmulatorAddress = { readonly at?: string | undefined }

const DEFAULT_URL = 'http://localhost:4400'

export function emulatorUrl({ at }: EmulatorAddress): string {
  return at ?? process.env.LIFF_EMULATOR_URL ?? DEFAULT_URL
}

/** Calls the running emulator's REST control API. Rejects with the emulator's error message if the call is refused. */
export async function callEmulator(
  address: EmulatorAddress,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const url = `${emulatorUrl(address)}/__emulator/api/${path}`
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(url, init).catch(() => null)
  if (response === null)
    throw new Error(
      `No emulator answers at ${emulatorUrl(address)}. Start one, or pass the URL of a running one with --at`,
    )
  const answer = (await response.json().catch(() => undefined)) as { message?: string } | null | undefined
  if (answer === undefined)
    throw new Error(
      `The program at ${emulatorUrl(address)} is not an emulator. Pass the URL of a running one with --at`,
    )
  if (!response.ok) throw new Error(answer?.message ?? `${method} ${path}: ${response.status}`)
  return answer
}

const pretty = (value: unknown) => JSON.stringify(value, null, 2)

async function scenario([action, name]: readonly string[], address: EmulatorAddress): Promise<string> {
  if (action === 'list')
    return NAMED_SCENARIOS.map(scenario => `${scenario.name.padEnd(24)}${scenario.title}`).join('\n')
  if (action === 'show') return pretty(await callEmulator(address, 'GET', 'state'))
  if (action !== 'load' || name === undefined)
    throw new Error('scenario: expected "list", "show" or "load NAME|FILE"')
  const loaded = name.endsWith('.json')
    ? await callEmulator(address, 'PUT', 'state', await jsonOf(name))
    : await callEmulator(address, 'POST', 'scenario', { name })
  return `loaded ${(loaded as { name: string }).name}`
}

async function phase(id: string | undefined, address: EmulatorAddress): Promise<string> {
  if (id === undefined) {
    const { phases, current } = (await callEmulator(address, 'GET', 'phases')) as PhaseList
    if (phases.length === 0) return 'this project has no phases'
    return phases
      .map(one => `${one.id === current ? '*' : ' '} ${one.id.padEnd(22)}${one.label.en}`)
      .join('\n')
  }
  await callEmulator(address, 'POST', 'phase', { id })
  return `the app is in the phase ${id}`
}

async function exportTo(file: string | undefined, address: EmulatorAddress): Promise<string> {
  const snapshot = await callEmulator(address, 'GET', 'export')
  if (file === undefined) return pretty(snapshot)
  // The snapshot contains a private signing key, so only the file's owner may read it.
  await writeFile(file, JSON.stringify(snapshot), { mode: 0o600 }).catch(error => {
    throw unwritable('export', file, error)
  })
  return `exported ${file}`
}

async function importFrom(file: string | undefined, address: EmulatorAddress): Promise<string> {
  if (file === undefined) throw new Error('import: the name of a snapshot file is missing')
  await callEmulator(address, 'POST', 'import', await jsonOf(file))
  return `imported ${file}`
}

async function answer(
  command: ControlCommand,
  rest: readonly string[],
  address: EmulatorAddress,
): Promise<string> {
  const [first] = rest
  switch (command) {
    case 'scenario':
      return scenario(rest, address)
    case 'phase':
      return phase(first, address)
    case 'reset':
      return `reset to ${((await callEmulator(address, 'POST', 'reset')) as { name: string }).name}`
    case 'token':
      return pretty(
        await callEmulator(address, 'POST', 'token', first === undefined ? {} : { userId: first }),
      )
    case 'export':
      return exportTo(first, address)
    case 'import':
      return importFrom(first, address)
    default:
      return assertNever(command)
  }
}

export type ControlCommand = 'scenario' | 'phase' | 'export' | 'import' | 'reset' | 'token'

export async function runControl(
  command: ControlCommand,
  rest: readonly string[],
  address: EmulatorAddress,
  { print }: Terminal,
): Promise<number> {
  print(await answer(command, rest, address))
  return 0
}
