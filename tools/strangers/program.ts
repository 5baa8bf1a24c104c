import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { startChild } from '../child.mjs'

const TERMINATE_MS = 5000
const KEPT_LINES = 20

export type Program = {
  /** Resolves to the exit code, or to null if the program was ended by a signal. */
  readonly ended: Promise<number | null>
  readonly hasEnded: () => boolean
  readonly lines: () => readonly string[]
  /** Ends the program and all programs that it started. */
  readonly end: () => Promise<void>
}

type Place = { readonly cwd: string; readonly env: NodeJS.ProcessEnv }

/** Starts a program in its own process group. All its processes end with this process at the latest. */
export function startProgram([command = '', ...args]: readonly string[], { cwd, env }: Place): Program {
  const child = startChild(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'],
  }) as ChildProcess
  const kept: string[] = []
  const keep = (chunk: Buffer) => {
    kept.push(...chunk.toString().split('\n').filter(Boolean))
    kept.splice(0, kept.length - KEPT_LINES)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  let over = false
  const ended = new Promise<number | null>(resolve => {
    child.once('error', error => {
      kept.push(error.message)
      over = true
      resolve(127)
    })
    child.once('exit', code => {
      over = true
      resolve(code)
    })
  })
  return {
    ended,
    hasEnded: () => over,
    lines: () => kept,
    async end() {
      signal(child, 'SIGTERM')
      await Promise.race([ended, wait(TERMINATE_MS, undefined, { ref: false })])
      // The program may have exited before the programs that it started.
      signal(child, 'SIGKILL')
      await ended
    },
  }
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(pid), '/t', '/f'])
    else process.kill(-pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
