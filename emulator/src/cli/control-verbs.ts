import { readFile, writeFile } from 'node:fs/promises'
import { NAMED_SCENARIOS } from '../scenario/named.ts'

type Where = { readonly at?: string | undefined }

const DEFAULT_URL = 'http://localhost:4400'

/** The address of the emulator that runs. */
export function emulatorUrl({ at }: Where): string {
  return at ?? process.env.LIFF_EMULATOR_URL ?? DEFAULT_URL
}

async function call(where: Where, method: string, path: string, body?: unknown): Promise<unknown> {
  const url = `${emulatorUrl(where)}/__emulator/api/${path}`
  const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
  const response = await fetch(url, init).catch(() => null)
  if (response === null)
    throw new Error(`Nothing answers at ${emulatorUrl(where)}: is it started? --at says where`)
  const answer = (await response.json().catch(() => null)) as { message?: string } | null
  if (!response.ok) throw new Error(answer?.message ?? `${method} ${path}: ${response.status}`)
  return answer
}

const print = (value: unknown) => console.log(JSON.stringify(value, null, 2))

async function scenario([verb, name]: readonly string[], where: Where): Promise<void> {
  if (verb === 'list') {
    for (const one of NAMED_SCENARIOS) console.log(`${one.name.padEnd(24)}${one.title}`)
    return
  }
  if (verb === 'show') return print(await call(where, 'GET', 'state'))
  if (verb !== 'load' || name === undefined) throw new Error('scenario: list, show, or load NAME|FILE')
  const loaded = name.endsWith('.json')
    ? await call(where, 'PUT', 'state', JSON.parse(await readFile(name, 'utf8')))
    : await call(where, 'POST', 'scenario', { name })
  console.log(`loaded ${(loaded as { name: string }).name}`)
}

/** The verbs that speak to an emulator that runs. Resolves with the exit code. */
export async function runControl(verb: string, rest: readonly string[], where: Where): Promise<number> {
  const [first] = rest
  if (verb === 'scenario') await scenario(rest, where)
  if (verb === 'reset')
    console.log(`reset to ${((await call(where, 'POST', 'reset')) as { name: string }).name}`)
  if (verb === 'token')
    print(await call(where, 'POST', 'token', first === undefined ? {} : { userId: first }))
  if (verb === 'export') {
    const snapshot = await call(where, 'GET', 'export')
    if (first === undefined) print(snapshot)
    else await writeFile(first, JSON.stringify(snapshot), { mode: 0o600 })
  }
  if (verb === 'import') {
    if (first === undefined) throw new Error('import: which file?')
    await call(where, 'POST', 'import', JSON.parse(await readFile(first, 'utf8')))
    console.log(`imported ${first}`)
  }
  return 0
}
