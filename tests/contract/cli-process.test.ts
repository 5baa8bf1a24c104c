import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { definition } from '#campaign/definition.ts'
import { hasRelativeDates } from '#server/data/definition.ts'
import { writeClock } from '#server/store/clock-file.ts'
import { cliMain, runCommand } from '#tests/kit/cli-process.ts'
import { eachFolder } from '#tests/kit/folder.ts'

const inFolder = eachFolder()

const campaign = (argv: string[], env: Record<string, string> = {}) =>
  runCommand(argv, { DATA_DIR: inFolder('data'), ...env })

test('reports wrong settings, creates a campaign that the next process sees, and uses the server’s clock', {
  timeout: 60_000,
}, async () => {
  const [before, wrong] = await Promise.all([
    campaign(['doctor']),
    campaign(['init'], { DATABASE_URL: 'mysql://x' }),
  ])
  expect([wrong.code, wrong.out]).toEqual([1, ''])
  expect(wrong.err).toMatch(/^DATABASE_URL: .+\n$/)
  expect([before.code, before.out]).toEqual([1, ''])
  expect(before.err).toMatch(
    /^DATA_DIR: ".+" does not contain a campaign; run "npm run campaign -- init" first\n$/,
  )
  const made = hasRelativeDates(definition) ? 'The campaign is pending (set by hand).' : '(by its dates).'
  expect((await campaign(['init'])).out).toContain(made)
  // The emulator's clock differs from the machine's, and the command line must use the emulator's.
  await writeClock(inFolder('data'), { frozenAt: Date.parse('2099-01-01T00:00:00Z'), offsetMs: 0 })
  expect((await campaign(['auto'])).out).toContain('The campaign is ended (by its dates).')
  const doctor = await campaign(['doctor', '--json'])
  expect(doctor.code).toBe(0)
  const { checks } = JSON.parse(doctor.out) as { checks: { name: string; found: string }[] }
  expect(checks.find(check => check.name === 'dates')?.found).toBe('the campaign is ended')
  expect(checks.find(check => check.name === 'audit')?.found).toContain('2 entries')
})

test('exits without an error when the reader closes the output early', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', cliMain, '--help'])
  child.stdout.destroy()
  let err = ''
  child.stderr.on('data', data => (err += data))
  const code = await new Promise(resolve => child.once('close', resolve))
  expect([code, err]).toEqual([0, ''])
}, 30_000)
