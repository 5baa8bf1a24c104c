import { expect } from 'vitest'
import { type CliDeps, runCli } from '#server/cli/run.ts'
import type { Progress } from '#server/cli/terminal-types.ts'
import { CliError } from '#server/cli/verb.ts'
import type { TestServer } from './server.ts'

/** Long work shows nothing. */
export const noProgress: Progress = () => ({ step: () => undefined, end: () => undefined })

/** What one command printed, and its exit code. */
export type Ran = { readonly code: number; readonly out: string; readonly err: string }

/**
 * The organiser's command line on a test server's data. `answers`: what somebody at the terminal would type; `more`:
 * what else is otherwise.
 */
export function organiser(
  server: TestServer,
  answers: readonly string[] = [],
  more: Pick<Partial<CliDeps>, 'location' | 'progress'> = {},
) {
  return async (...argv: string[]): Promise<Ran> => {
    const out: string[] = []
    const err: string[] = []
    const typed = [...answers]
    const answer = async (question: string) => {
      out.push(question)
      return typed.shift() ?? null
    }
    const code = await runCli(argv, {
      open: async () => ({ ...server.deps, close: async () => {} }),
      now: server.clock.now,
      random: server.deps.random,
      actor: 'tester',
      location: () => {
        throw new CliError('a test server has no place')
      },
      progress: noProgress,
      terminal: { show: line => void out.push(line), key: answer, line: answer },
      out: line => out.push(line),
      err: line => err.push(line),
      ...more,
    })
    return { code, out: out.join('\n'), err: err.join('\n') }
  }
}

/** Types one command after the other; each must end well and complain of nothing. */
export async function typedInOrder(
  run: ReturnType<typeof organiser>,
  steps: readonly (readonly string[])[],
): Promise<void> {
  for (const step of steps) {
    const { code, err } = await run(...step)
    expect([step.join(' '), code, err]).toEqual([step.join(' '), 0, ''])
  }
}
