import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Twice the time that two cores need for all seeds. */
const LONGEST_MS = 60 * 60_000

/**
 * Node.js never frees a request if its signal has a listener that refers to the request. The app adds such a listener
 * for WebKit. A process therefore leaks about 6 MB per seed, so each process plays only this many.
 */
const SEEDS_PER_PROCESS = 200

/** Plays the seeds in several processes, one after the other. Returns how many seeds kept every promise. */
async function keptBy(first: number, last: number, ...options: readonly string[]): Promise<number> {
  let kept = 0
  for (let from = first; from <= last; from += SEEDS_PER_PROCESS) {
    const to = Math.min(last, from + SEEDS_PER_PROCESS - 1)
    kept += await keptOf('--seeds', `${from}-${to}`, ...options)
  }
  return kept
}

async function keptOf(...options: readonly string[]): Promise<number> {
  const words = ['tools/run.mjs', 'tests/campaign-day/command.ts', ...options]
  const { stdout } = await promisify(execFile)(process.execPath, words, { maxBuffer: 2 ** 26 }).catch(
    failed => {
      throw new Error(failed.stdout || failed.message)
    },
  )
  return stdout.split('\n').filter(line => line.endsWith('every promise kept')).length
}

test(
  '2,000 short campaigns keep every promise',
  async () => {
    expect(await Promise.all([keptBy(1, 1000), keptBy(1001, 2000)])).toEqual([1000, 1000])
  },
  LONGEST_MS,
)

test(
  '40 campaigns with 50 phones keep every promise, half of them on a disk',
  async () => {
    const whole = ['--phones', '50'] as const
    expect(await Promise.all([keptBy(1, 20, ...whole), keptBy(21, 40, '--place', 'disk', ...whole)])).toEqual(
      [20, 20],
    )
  },
  LONGEST_MS,
)
