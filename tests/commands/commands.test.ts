import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Command, WrongStart } from './command.ts'
import { commands, wrongStarts } from './list.ts'
import { copyProject } from './project-copy.ts'
import { type Ran, runLine, withBusyPort } from './run-line.ts'

/** How long a command may take on a machine that is busy with other tests, in milliseconds. */
const LONGEST_MS = 600_000

/** The exit code of a program that Ctrl-C has ended. */
const INTERRUPTED = 130

let project: ReturnType<typeof copyProject>
beforeAll(() => {
  project = copyProject()
}, LONGEST_MS)
afterAll(() => project.remove())

/** Runs a command. One that serves is asked until it answers, and then gets Ctrl-C. */
async function runAsUser({ line, env = {}, serves }: Command): Promise<Ran> {
  const cwd = project.folder
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

const isHere = ({ needs }: Command): boolean => needs === undefined || Boolean(process.env[needs])

describe('each command of the documents and of package.json does its work', () => {
  test.each(commands.filter(isHere))(
    '$line',
    async command => {
      const { code, output, errors } = await runAsUser(command)
      const all = `${output}\n${errors}`
      for (const figure of command.prints) expect(all).toMatch(figure)
      expect([command.line, code], all).toEqual([
        command.line,
        command.code ?? (command.serves ? INTERRUPTED : 0),
      ])
    },
    LONGEST_MS,
  )
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }

/** Each npm script with an option that it does not have. `format` is a program of another project. */
const misspelt: readonly WrongStart[] = Object.keys(scripts)
  .filter(name => name !== 'format')
  .map(name => ({ line: `npm run ${name} -- --misspelt`, says: /--misspelt/ }))

describe('a wrong start ends with one sentence and exit code 2', () => {
  test.each([...misspelt, ...wrongStarts])(
    '$line $env',
    async ({ line, env = {}, busy, says }) => {
      const run = (variables: Readonly<Record<string, string>>) =>
        runLine(line, { cwd: project.folder, env: variables })
      const { code, output, errors } = await (busy === undefined
        ? run(env)
        : withBusyPort(port => run({ ...env, [busy]: String(port) })))
      expect(errors, output).toMatch(says)
      // No stack.
      expect(errors).not.toMatch(/^ +at /m)
      expect([line, code], errors).toEqual([line, 2])
    },
    LONGEST_MS,
  )
})
