import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from '#server/config.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const unit = 'docs/deploy/campaign.service'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

/** The names of the settings as `.env.example` lists them. */
const listed = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(match => match[1] ?? '')
/** What it sets as it stands. */
const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(match => [match[1], match[2]]),
)
const containerfile = read('docs/deploy/Containerfile')
/** The environment variables that the container image sets. */
const containerEnvironment = Object.fromEntries(
  [...containerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map(pair => pair.split('=')),
  ),
)

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
  const settings = readSettings(example, 'serve')
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

/** What a service is given: what its own file sets, and over it the settings of `.env.example`, as is written there. */
function settingsUnder(own: Record<string, string>) {
  const required = {
    LIFF_ID: '1234567890-AbcdEfgh',
    LINE_CHANNEL_ID: '1234567890',
    LINE_OA_ID: '@campaign',
    PUBLIC_URL: 'https://campaign.example',
  }
  const result = readSettings({ ...own, ...example, ...required }, 'serve')
  if (!result.ok) throw new Error(result.errors.join())
  return result.settings
}

test('the settings of .env.example leave the data where the unit and the container have their place for them', () => {
  const set = Object.fromEntries(
    [...read(unit).matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, ...pair]) => pair),
  )
  expect(settingsUnder(set).dataDir).toBe('/var/lib/campaign')
  expect(read(unit)).toMatch(/^StateDirectory=campaign$/m)
  expect(settingsUnder(containerEnvironment)).toMatchObject({
    dataDir: '/data',
    host: '0.0.0.0',
    port: 4000,
  })
  expect(containerfile).toMatch(/^VOLUME \/data$/m)
})

test('the container holds no secrets, writes to its volume alone, and gets the signal to stop itself', () => {
  expect(containerfile).toMatch(/^USER node$/m)
  expect(containerfile).toMatch(/^CMD \["node", "--import", "tsx", "server\/main\.ts"\]$/m)
  expect(containerfile).not.toMatch(/(SECRET|PASSWORD|ACCESS_KEY)/)
  // tsx keeps what it has compiled under /tmp, and does not start where it may not.
  expect(containerEnvironment).toMatchObject({ TSX_DISABLE_CACHE: '1' })
})

test('every folder that the server takes code from is in the container', () => {
  const copied = [...containerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(match => match[1])
  const used = new Set<string>()
  for (const folder of ['server', 'contract', 'campaign'])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.ts'))
        for (const [, name = ''] of read(`${folder}/${file}`).matchAll(/from '#(\w+)\//g)) used.add(name)
  expect(used.size).toBeGreaterThan(1)
  expect(copied.toSorted()).toEqual([...used, 'dist', 'node_modules', 'package.json'].toSorted())
})
