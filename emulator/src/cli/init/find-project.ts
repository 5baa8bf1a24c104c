import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { LIFF_ID } from '../../scenario/liff-id-schema.ts'
import type { Config } from '../config-file.ts'
import { jsonOf } from '../json-file.ts'
import { isInFile, ownVariables } from '../own-channels.ts'
import { portsInCommand } from '../ports.ts'
import { readSources, type Source } from './sources.ts'

/** A value for the configuration, and the file in which it was found; null for a default. */
type Found = { readonly value: string; readonly from: string | null }

export type Project = {
  readonly kind: string
  /** Command that starts the app's server; null for a folder of files. */
  readonly start: string | null
  readonly found: { readonly [name in keyof Config]?: Found }
}

const KINDS = [
  { kind: 'Next.js', dependency: 'next', port: 3000, script: 'dev' },
  { kind: 'Nuxt', dependency: 'nuxt', port: 3000, script: 'dev' },
  { kind: 'Vite', dependency: 'vite', port: 5173, script: 'dev' },
  { kind: 'Express', dependency: 'express', port: 3000, script: 'start' },
] as const
type Kind = (typeof KINDS)[number]

const PAGE_FOLDERS = ['.', './public', './dist']

const manifestSchema = v.looseObject({
  scripts: v.optional(v.record(v.string(), v.string()), {}),
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  devDependencies: v.optional(v.record(v.string(), v.string()), {}),
})
type Manifest = v.InferOutput<typeof manifestSchema>

const CONFIG_FILE = /^(vite|nuxt|next)\.config\.[cm]?[jt]s$/
const isConfig = ({ path }: Source): boolean => CONFIG_FILE.test(path)

/** Ports in `port: 3000`, `listen(3000)`, `PORT ?? 3000` and `{ PORT = '3000' }`. */
const PORT_IN_CONFIG = /\bport:\s*(\d+)/
const PORT_IN_SERVER = /\.listen\(\s*(\d+)|\bPORT\s*(?:\|\||\?\?|=)\s*['"]?(\d+)/
const BASE_IN_CONFIG = /\b(?:base|basePath):\s*['"`](\/[^'"`]+)['"`]/
const WEBHOOK = /\.post\(\s*['"`](\/[^'"`]*(?:webhook|callback)[^'"`]*)['"`]/i
const QUOTED_LIFF_ID = new RegExp(`['"\`](${LIFF_ID})['"\`]`)

function firstIn(sources: readonly Source[], pattern: RegExp): Found | undefined {
  for (const { path, text } of sources) {
    const value = pattern.exec(text)?.slice(1).find(Boolean)
    if (value !== undefined) return { value, from: path }
  }
  return undefined
}

async function liffIdIn(folder: string, sources: readonly Source[]): Promise<Found | undefined> {
  const variables = Object.entries(await ownVariables([folder])).find(
    ([name, own]) =>
      own !== undefined && isInFile(own) && /LIFF/.test(name) && new RegExp(`^${LIFF_ID}$`).test(own.value),
  )
  if (variables?.[1] === undefined) return firstIn(sources, QUOTED_LIFF_ID)
  const { value, setIn } = variables[1]
  return { value, from: setIn.slice(join(folder, '/').length) }
}

async function portIn(folder: string, { scripts }: Manifest, kind: Kind, sources: readonly Source[]) {
  const [named] = portsInCommand(scripts[kind.script] ?? '')
  if (named !== undefined) return { value: String(named), from: 'package.json' }
  const isServer = kind.kind === 'Express'
  const { PORT } = await ownVariables([folder])
  if (isServer && PORT !== undefined && isInFile(PORT))
    return { value: PORT.value, from: PORT.setIn.slice(join(folder, '/').length) }
  const written = isServer
    ? firstIn(sources, PORT_IN_SERVER)
    : firstIn(sources.filter(isConfig), PORT_IN_CONFIG)
  return written ?? { value: String(kind.port), from: null }
}

async function serverProject(folder: string, manifest: Manifest, kind: Kind): Promise<Project> {
  const sources = await readSources(folder)
  const port = await portIn(folder, manifest, kind, sources)
  const app = { value: `http://localhost:${port.value}`, from: port.from }
  const base = firstIn(sources.filter(isConfig), BASE_IN_CONFIG)
  const liffId = await liffIdIn(folder, sources)
  const webhook = kind.kind === 'Express' ? firstIn(sources, WEBHOOK) : undefined
  return {
    kind: kind.kind,
    start: kind.script in manifest.scripts ? `npm run ${kind.script}` : null,
    found: {
      app,
      ...(liffId === undefined ? {} : { 'liff-id': liffId }),
      ...(base === undefined ? {} : { endpoint: base }),
      ...(webhook === undefined ? {} : { webhook: { ...webhook, value: app.value + webhook.value } }),
    },
  }
}

async function filesProject(folder: string, pages: string): Promise<Project> {
  const liffId = await liffIdIn(folder, await readSources(folder))
  return {
    kind: 'a folder with index.html',
    start: null,
    found: {
      app: { value: pages, from: null },
      ...(liffId === undefined ? {} : { 'liff-id': liffId }),
    },
  }
}

/** Resolves to null if the folder has no app that the emulator recognizes. */
export async function findProject(folder: string): Promise<Project | null> {
  const file = join(folder, 'package.json')
  const manifest = v.parse(manifestSchema, existsSync(file) ? await jsonOf(file) : {})
  // In a workspace, the dependency may be only in the root's package.json.
  const configs = (await readdir(folder)).filter(name => CONFIG_FILE.test(name))
  const kind =
    KINDS.find(
      ({ dependency }) => dependency in manifest.dependencies || dependency in manifest.devDependencies,
    ) ?? KINDS.find(({ dependency }) => configs.some(name => name.startsWith(`${dependency}.`)))
  if (kind !== undefined) return serverProject(folder, manifest, kind)
  const pages = PAGE_FOLDERS.find(path => existsSync(join(folder, path, 'index.html')))
  return pages === undefined ? null : filesProject(folder, pages)
}
