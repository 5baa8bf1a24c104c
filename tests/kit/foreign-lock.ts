import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

const script = `
  import { Database } from '#server/store/sqlite.ts'
  const database = new Database(process.argv[1])
  database.exec(process.argv[2])
  console.log('locked')
  setTimeout(() => {
    console.log('released')
    database.exec(process.argv[4])
  }, Number(process.argv[3]))`

/** A lock that another process holds until `released` resolves. */
type ForeignLock = { readonly released: Promise<void>; readonly isReleased: () => boolean }

/**
 * Makes another process lock an SQLite file with these statements. After `forMs` milliseconds, the process releases the
 * lock by a rollback or a commit.
 */
export async function foreignLock(
  file: string,
  statements: string,
  forMs: number,
  end: 'rollback' | 'commit' = 'rollback',
): Promise<ForeignLock> {
  const given = [file, statements, String(forMs), end]
  const args = ['--import', 'tsx', '--input-type=module', '-e', script, ...given]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] })
  if (!child.stdout) throw new Error('The process has no output.')
  const lines = createInterface(child.stdout)
  const [first] = await once(lines, 'line')
  if (first !== 'locked') throw new Error(`The lock was not taken: ${String(first)}`)
  let isReleased = false
  const released = once(lines, 'line').then(() => {
    isReleased = true
  })
  return { released, isReleased: () => isReleased }
}
