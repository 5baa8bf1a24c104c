import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { settings } from './production-process.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Copies the project's files as a fresh clone has them, without tests and the documentation's images. `start` runs a
 * script in Node; `remove` kills the started processes and deletes the copy.
 */
export async function productionCopy() {
  const copy = await mkdtemp(join(tmpdir(), 'production-'))
  const children = new Set<ChildProcess>()
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
  })
  const files = listed.toString().split('\0').filter(Boolean)
  for (const file of files.filter(name => !/^(docs\/images|tests)\//.test(name))) {
    await mkdir(dirname(join(copy, file)), { recursive: true })
    // Git also lists a file whose deletion has not been committed.
    await cp(join(root, file), join(copy, file)).catch(() => undefined)
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')

  function start(more: Record<string, string>, ...args: string[]) {
    const { PATH, HOME } = process.env
    const own = { HOST: '127.0.0.1', SHUTDOWN_DELAY: '0', DATA_DIR: join(copy, '.data') }
    const env = { PATH, HOME, ...settings, ...own, ...more }
    const child = spawn(process.execPath, args, { cwd: copy, env, stdio: ['ignore', 'pipe', 'pipe'] })
    children.add(child)
    const running = { child, output: '', ended: Promise.resolve<number | null>(null) }
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', data => {
        running.output += data
      })
    running.ended = new Promise(done => child.once('close', done))
    return running
  }

  return {
    root,
    copy,
    start,
    async run(...args: string[]): Promise<string> {
      const running = start({}, ...args)
      expect([await running.ended, running.output]).toEqual([0, expect.any(String)])
      return running.output
    },
    /** Returns the source of the script that the built page loads first. */
    async entryScript(): Promise<string> {
      const html = await readFile(join(copy, 'dist/index.html'), 'utf8')
      const script = /src="\/(assets\/index-[^"]+)"/.exec(html)?.[1] ?? ''
      return readFile(join(copy, 'dist', script), 'utf8')
    },
    async remove(): Promise<void> {
      for (const child of children) child.kill('SIGKILL')
      await rm(copy, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}
