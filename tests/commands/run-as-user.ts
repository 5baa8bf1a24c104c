import { expect } from 'vitest'
import type { Command } from './command.ts'
import { type Ran, runLine } from './run-line.ts'

/** Time limit of a command on a machine that is busy with other tests, in milliseconds. */
export const LONGEST_MS = 600_000

/** The exit code of a program that Ctrl-C has ended. */
const INTERRUPTED = 130

/** Runs a command. A command that serves is polled until it answers, and then gets Ctrl-C. */
async function run({ line, env = {}, serves }: Command, cwd: string): Promise<Ran> {
  if (!serves) return runLine(line, { cwd, env })
  let answer = ''
  const ran = await runLine(line, {
    cwd,
    env,
    async until(variables, ended) {
      let hasEnded = false
      ended.then(() => {
        hasEnded = true
      })
      const url = serves.url.replace('$PORT', variables.PORT ?? '')
      const hasAnswered = async () => {
        answer = await fetch(url).then(
          response => response.text(),
          () => '',
        )
        return hasEnded || serves.answer.test(answer)
      }
      await expect.poll(hasAnswered, { timeout: LONGEST_MS }).toBe(true)
    },
  })
  expect(answer, `${ran.output}${ran.errors}`).toMatch(serves.answer)
  return ran
}

/** Runs a command as a user does in `cwd`, and checks its answer, output and exit code. */
export async function runAsUser(command: Command, cwd: string): Promise<void> {
  const { code, output, errors } = await run(command, cwd)
  const all = `${output}\n${errors}`
  for (const figure of command.prints) expect(all).toMatch(figure)
  const expected = command.code ?? (command.serves ? INTERRUPTED : 0)
  expect([command.line, code], all).toEqual([command.line, expected])
}
