import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from '#server/config.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const unit = 'docs/deploy/campaign.service'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** The names of the settings as `.env.example` lists them. */
const listed = [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(match => match[1] ?? '')

/** Every setting that the program asks its environment for. */
function askedFor(): string[] {
  const asked = new Set<string>()
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get(_target, name) {
        if (typeof name === 'string') asked.add(name)
        // One setting of a bucket makes it ask for the others.
        return name === 'S3_BUCKET' ? 'photos' : undefined
      },
    },
  )
  readSettings(env, 'serve')
  return [...asked].toSorted()
}

test('.env.example and the guide name every setting, and no other', () => {
  expect(listed.toSorted()).toEqual(askedFor())
  const guide = read('docs/guides/operations.md')
  expect(listed.filter(name => !guide.includes(`\`${name}\``))).toEqual([])
})

test('.env.example as it stands asks only for what is required', () => {
  const env = Object.fromEntries(
    [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(match => [match[1], match[2]]),
  )
  const settings = readSettings(env, 'serve')
  expect(settings.ok ? [] : settings.errors.map(line => line.split(':')[0]).toSorted()).toEqual([
    'LIFF_ID',
    'LINE_CHANNEL_ID',
    'LINE_OA_ID',
    'PUBLIC_URL',
  ])
})

test.runIf(hasSystemd)('the systemd unit is one that systemd understands', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  // Where the program is not installed systemd says so, which is no fault of the unit.
  const faults = stderr.split('\n').filter(line => line !== '' && !/is not executable|not found/.test(line))
  expect([status === 0 || faults.length === 0, faults]).toEqual([true, []])
})

test('the container holds no secrets, runs as nobody special, and gets the signal to stop itself', () => {
  const file = read('docs/deploy/Containerfile')
  const ignored = read('.dockerignore').split('\n')
  for (const path of ['.git', '.data', '.env*', '**/node_modules']) expect(ignored).toContain(path)
  expect(file).toMatch(/^USER node$/m)
  expect(file).toMatch(/^CMD \["node", "--import", "tsx", "server\/main\.ts"\]$/m)
  expect(file).not.toMatch(/(SECRET|PASSWORD|ACCESS_KEY)/)
  const copied = [...file.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(match => match[1])
  expect(copied).toEqual(
    expect.arrayContaining(['server', 'contract', 'dist', 'node_modules', 'package.json']),
  )
})
