import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readSettings } from '#server/config.ts'
import { environmentOf, lintContainerfile } from '#tests/kit/containerfile.ts'

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
  expect(settingsUnder(environmentOf(containerfile))).toMatchObject({
    dataDir: '/data',
    host: '0.0.0.0',
    port: 4000,
  })
  expect(containerfile).toMatch(/^VOLUME \/data$/m)
})

/** Whether a path of the repository goes into the build: `.dockerignore` holds folders and simple patterns only. */
const inContext = (path: string): boolean =>
  path === '.' || (existsSync(path) && !read('.dockerignore').split('\n').includes(path))
const oldestNode = Number(/(\d+)/.exec(JSON.parse(read('package.json')).engines.node)?.[1])
const lint = (text: string) => lintContainerfile(text, { inContext, oldestNode })

test('the container file is clean', () => {
  expect(lint(containerfile)).toEqual([])
})

test.each<[string, (text: string) => string, string]>([
  ['a word that is no instruction', text => text.replace('EXPOSE', 'EXPOSES'), 'no instruction'],
  [
    'an image without a version',
    text => text.replace('node:22-bookworm-slim AS', 'node AS'),
    'with a version',
  ],
  ['an image that is too old', text => text.replaceAll('node:22', 'node:18'), 'older than Node'],
  ['a stage that is not there', text => text.replace('--from=build', '--from=bild'), 'no stage before'],
  ['a file that is not there', text => text.replace('package-lock.json', 'yarn.lock'), 'yarn.lock'],
  ['an argument that nobody declares', text => text.replace('ARG LIFF_ID\n', ''), 'no ARG LIFF_ID'],
  ['a shell before the server', text => text.replace(/^CMD .*$/m, 'CMD node server/main.ts'), 'SIGTERM'],
  ['root', text => text.replace('USER node\n', ''), 'runs as root'],
  [
    'packages left lying',
    text => text.replace('COPY . .', 'RUN apt-get install -y make\nCOPY . .'),
    'leaves its lists',
  ],
  ['no lock file', text => text.replace('npm ci', 'npm install'), 'npm ci'],
  ['no question for its health', text => text.replace(/^HEALTHCHECK.*\n.*\n/m, ''), 'health'],
])('the lint of it finds %s', (_, broken, finding) => {
  expect(broken(containerfile)).not.toBe(containerfile)
  expect(lint(broken(containerfile)).join('\n')).toContain(finding)
})

test('the container holds no secrets, writes to its volume alone, and gets the signal to stop itself', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const path of ['.git', '.data', '.env*', '**/node_modules']) expect(ignored).toContain(path)
  expect(containerfile).toMatch(/^USER node$/m)
  expect(containerfile).toMatch(/^CMD \["node", "--import", "tsx", "server\/main\.ts"\]$/m)
  expect(containerfile).not.toMatch(/(SECRET|PASSWORD|ACCESS_KEY)/)
  // tsx keeps what it has compiled under /tmp, and does not start where it may not.
  expect(environmentOf(containerfile)).toMatchObject({ TSX_DISABLE_CACHE: '1' })
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
