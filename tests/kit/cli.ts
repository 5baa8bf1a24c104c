import { expect } from 'vitest'
import { type CliDeps, runCli } from '#server/cli/run.ts'
import type { Progress, Terminal } from '#server/cli/terminal-types.ts'
import { CliError } from '#server/cli/verb.ts'
import { systemRandom } from '#server/random.ts'
import { NOON } from './noon.ts'
import type { TestServer } from './server.ts'

export const noProgress: Progress = () => ({ step: () => undefined, end: () => undefined })

const testPrize = (key: string, titleTh: string, count: number) =>
  ({ key, titleTh, titleEn: key, valueBaht: 1000, delivery: 'seat', count }) as const

/** The prizes that the app advertises in tests. `PRIZES` in `draw.ts` has the matching options of `draw commit`. */
const testPrizes = [testPrize('concert', 'บัตรคอนเสิร์ต', 2), testPrize('shirt', 'เสื้อ', 1)]

export type Ran = { readonly code: number; readonly out: string; readonly err: string }

type More = Pick<
  Partial<CliDeps>,
  'open' | 'location' | 'auditHeadFile' | 'paintOut' | 'paintErr' | 'progress' | 'advertised'
> & { readonly terminal?: Partial<Terminal> }

/** Runs one command with the given dependencies. Returns the exit code and the printed lines. */
export async function runWith(
  argv: readonly string[],
  deps: Pick<CliDeps, 'open'> & Partial<CliDeps>,
  out: string[] = [],
) {
  const err: string[] = []
  const code = await runCli(argv, {
    now: () => NOON,
    random: systemRandom(),
    actor: 'tester',
    location: () => null,
    auditHeadFile: () => null,
    advertised: [],
    progress: noProgress,
    terminal: null,
    out: line => void out.push(line),
    err: line => void err.push(line),
    ...deps,
  })
  return { code, out, err }
}

/**
 * Returns a function that runs the organiser's commands on a server's data. `answers` are the lines typed at the
 * terminal.
 */
export function organiser(
  server: TestServer,
  answers: readonly string[] = [],
  { terminal, ...more }: More = {},
) {
  return async (...argv: string[]): Promise<Ran> => {
    const printed: string[] = []
    const typed = [...answers]
    const answer = async (question: string) => {
      printed.push(question)
      return typed.shift() ?? null
    }
    const secret = async () => typed.shift() ?? null
    const show = (line: string) => void printed.push(line)
    const deps = {
      open: async () => ({ ...server.deps, close: async () => {} }),
      now: server.clock.now,
      random: server.deps.random,
      location: () => {
        throw new CliError('a test server has no data folder')
      },
      advertised: testPrizes,
      terminal: { show, key: answer, line: answer, secret, paint: (text: string) => text, ...terminal },
      ...more,
    }
    const { code, out, err } = await runWith(argv, deps, printed)
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
}

/** Runs the commands one after the other. Each must exit with 0 and print no error. */
export async function runInOrder(
  run: ReturnType<typeof organiser>,
  steps: readonly (readonly string[])[],
): Promise<void> {
  for (const step of steps) {
    const { code, err } = await run(...step)
    expect([step.join(' '), code, err]).toEqual([step.join(' '), 0, ''])
  }
}
