import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Twice as long as two cores need for all seeds. */
const LONGEST_MS = 60 * 60_000

/** Plays seeds in a process of their own, and returns how many kept every promise. */
async function keptBy(...options: readonly string[]): Promise<number> {
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
    expect(await Promise.all([keptBy('--seeds', '1-1000'), keptBy('--seeds', '1001-2000')])).toEqual([
      1000, 1000,
    ])
  },
  LONGEST_MS,
)

test(
  '40 campaigns with 50 phones keep every promise, half of them on a disk',
  async () => {
    const whole = ['--phones', '50'] as const
    expect(
      await Promise.all([
        keptBy('--seeds', '1-20', ...whole),
        keptBy('--seeds', '21-40', '--disk', ...whole),
      ]),
    ).toEqual([20, 20])
  },
  LONGEST_MS,
)
