import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Command, WrongStart } from './command.ts'
import { commands, wrongStarts } from './list.ts'
import { copyProject } from './project-copy.ts'
import { LONGEST_MS, runAsUser } from './run-as-user.ts'
import { runLine, withBusyPort } from './run-line.ts'

let project: ReturnType<typeof copyProject>
beforeAll(() => {
  project = copyProject()
}, LONGEST_MS)
afterAll(() => project.remove())

const isHere = ({ needs }: Command): boolean => needs === undefined || Boolean(process.env[needs])

describe('each command of the root README and of package.json does its work', () => {
  test.each(commands.filter(isHere))('$line', command => runAsUser(command, project.folder), LONGEST_MS)
})

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: object }

/** Each npm script with an option that it does not have. Excludes `format`, which runs a third-party program. */
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
      // No stack trace.
      expect(errors).not.toMatch(/^ +at /m)
      expect([line, code], errors).toEqual([line, 2])
    },
    LONGEST_MS,
  )
})
