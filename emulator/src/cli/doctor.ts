import { lookup } from 'node:dns/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installedSdk } from '../sdk/sdk-script.ts'
import { emulatorUrl } from './control-commands.ts'
import { findBrowser, noBrowser } from './open-browser.ts'
import type { Terminal } from './terminal.ts'

type Options = { readonly at?: string | undefined; readonly target?: string | undefined }
type Finding = { readonly level: 'ok' | 'note' | 'wrong'; readonly text: string }

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const enough = major > 20 || (major === 20 && minor >= 19)
  return {
    level: enough ? 'ok' : 'wrong',
    text: `Node ${process.versions.node}${enough ? '' : ': version 20.19 or newer is required'}`,
  }
}

function sdk(): Finding {
  const installed = installedSdk(process.cwd())
  if (installed !== null) return { level: 'ok', text: `@line/liff ${installed.version}` }
  return {
    level: 'note',
    text: '@line/liff is not installed here; an app that loads the SDK from LINE’s CDN needs it',
  }
}

async function app(target: string): Promise<Finding> {
  if (!/^https?:\/\//.test(target)) {
    const index = existsSync(join(target, 'index.html'))
    return { level: index ? 'ok' : 'wrong', text: `${target} has ${index ? 'an' : 'no'} index.html` }
  }
  const response = await fetch(target).catch(() => null)
  if (response === null) return { level: 'wrong', text: `The app at ${target} does not answer` }
  return { level: 'ok', text: `The app at ${target} answers ${response.status}` }
}

async function emulator(url: string): Promise<Finding> {
  const response = await fetch(`${url}/__emulator/api/health`).catch(() => null)
  if (response?.ok !== true) return { level: 'note', text: `No emulator runs at ${url}` }
  const { scenario } = (await response.json()) as { scenario: string }
  return { level: 'ok', text: `An emulator runs at ${url}, scenario ${scenario}` }
}

async function localhostNames(): Promise<Finding> {
  const resolves = await lookup('panel.phone.localhost').then(
    () => true,
    () => false,
  )
  const text = resolves
    ? 'Host names under localhost resolve to this machine'
    : 'This system does not resolve host names under localhost; Chromium and Firefox resolve them on their own'
  return { level: resolves ? 'ok' : 'note', text }
}

const MARKS = { ok: '✓', note: '·', wrong: '✗' } as const

export async function doctor(options: Options, { print }: Terminal): Promise<number> {
  const browser = findBrowser()
  const findings: Finding[] = [
    node(),
    sdk(),
    browser === undefined
      ? { level: 'note', text: `${noBrowser()}; only the command "open" needs it` }
      : { level: 'ok', text: browser },
    await localhostNames(),
    await emulator(emulatorUrl(options)),
    ...(options.target === undefined ? [] : [await app(options.target)]),
  ]
  for (const { level, text } of findings) print(`${MARKS[level]} ${text}`)
  return findings.some(({ level }) => level === 'wrong') ? 1 : 0
}
