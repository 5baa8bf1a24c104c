import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './campaign.ts'
import { prepareStore } from './prepared.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The minimal environment variables of a production server. */
export const settings = {
  LIFF_ID: '1234567890-AbcdEfgh',
  LINE_CHANNEL_ID: '1234567890',
  LINE_OA_ID: '@campaign',
  PUBLIC_URL: 'https://campaign.example',
  METRICS_PORT: '0',
}

export type Production = {
  readonly port: number
  readonly origin: string
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
}

/** A one-line page that replaces the built app. */
const page = { 'index.html': `<!doctype html><meta name="liff" content="${settings.LIFF_ID}">` }

/** The files of the project that the server and the command line need. */
export const sources = ['server', 'contract', 'campaign', 'package.json']

async function copySources(folder: string): Promise<void> {
  for (const name of sources) await cp(join(root, name), join(folder, name), { recursive: true })
}

/** Creates a folder with the contents of the container image. `start` runs the folder's server as in production. */
export async function releaseFolder(
  write: (folder: string) => Promise<void> = copySources,
  dist: Readonly<Record<string, string>> = page,
) {
  const folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  await write(folder)
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  for (const [name, text] of Object.entries(dist)) {
    const file = join(folder, 'dist', name)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
  const running = new Set<Production>()

  /** Starts the server. `shell` runs it inside a shell script, which must end with `exec "$@"`. */
  async function start(env: Record<string, string>, shell: readonly string[] = []): Promise<Production> {
    const port = await freePort()
    const { PATH = '' } = process.env
    const [program = '', ...args] = [...shell, process.execPath, '--import', 'tsx', 'server/main.ts']
    const child = spawn(program, args, {
      cwd: folder,
      env: { PATH, ...settings, LOG_LEVEL: 'warn', PORT: String(port), ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const ended = once(child, 'exit').then(([code]) => code as number | null)
    const one = { port, origin: `http://127.0.0.1:${port}`, child, ended }
    running.add(one)
    while (!(await fetch(`${one.origin}/healthz`).catch(() => null))) {
      if (child.exitCode !== null) throw new Error(`server/main.ts ended with ${child.exitCode}`)
      await new Promise(resolve => setTimeout(resolve, 20))
    }
    return one
  }

  return {
    folder,
    start,
    /** Path of the folder's own command line, which uses the app in the same folder. */
    cli: join(folder, 'server/cli/main.ts'),
    async drop() {
      for (const { child, ended } of running) {
        child.kill('SIGKILL')
        await ended
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Creates a release folder with the current sources, and an SQLite campaign for its server. */
export async function productionFolder(dist: Readonly<Record<string, string>> = page) {
  const release = await releaseFolder(copySources, dist)
  const store = await prepareStore('sqlite', 1)
  return {
    cli: release.cli,
    start: (env: Record<string, string> = {}, shell: readonly string[] = []) =>
      release.start({ ...store.env, ...env }, shell),
    async drop() {
      await release.drop()
      await store.drop()
    },
  }
}
