import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { deskCalls } from '#contract/desk-calls.ts'
import { readSettings } from '#server/config.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const unit = 'docs/deploy/campaign.service'
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

const listed = [...read('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map(match => match[1] ?? '')
const example = Object.fromEntries(
  [...read('.env.example').matchAll(/^([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(match => [match[1], match[2]]),
)
const containerfile = read('docs/deploy/Containerfile')
const containerEnvironment = Object.fromEntries(
  [...containerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) =>
    line.split(' ').map(pair => pair.split('=')),
  ),
)

/** Returns the names of all settings that the server reads from its environment. */
function readNames(): string[] {
  const names = new Set<string>()
  const env = new Proxy<Record<string, string>>(
    {},
    {
      get(_target, name) {
        if (typeof name === 'string') names.add(name)
        // The server reads the other bucket settings only if one of them is present.
        return name === 'S3_BUCKET' ? 'photos' : undefined
      },
    },
  )
  readSettings(env, 'serve')
  return [...names].toSorted()
}

test('.env.example and the guide list exactly the settings that the server reads', () => {
  expect(listed.toSorted()).toEqual(readNames())
  const guide = read('docs/guides/operations.md')
  expect(listed.filter(name => !guide.includes(`\`${name}\``))).toEqual([])
})

test('.env.example is valid except for the required settings', () => {
  const settings = readSettings(example, 'serve')
  expect(settings.ok ? [] : settings.errors.map(line => line.split(':')[0]).toSorted()).toEqual([
    'LIFF_ID',
    'LINE_CHANNEL_ID',
    'LINE_OA_ID',
    'PUBLIC_URL',
  ])
})

test.runIf(hasSystemd)('systemd accepts the unit file', () => {
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', unit], { encoding: 'utf8' })
  // Ignores the error that systemd reports if the unit's program is not installed on this machine.
  const faults = stderr.split('\n').filter(line => line !== '' && !/is not executable|not found/.test(line))
  expect([status === 0 || faults.length === 0, faults]).toEqual([true, []])
})

/** Reads a service's settings from its own environment, overridden by `.env.example` and the operator's settings. */
function settingsWith(own: Record<string, string>, set: Record<string, string> = {}) {
  const required = {
    LIFF_ID: '1234567890-AbcdEfgh',
    LINE_CHANNEL_ID: '1234567890',
    LINE_OA_ID: '@campaign',
    PUBLIC_URL: 'https://campaign.example',
  }
  const result = readSettings({ ...own, ...example, ...required, ...set }, 'serve')
  if (!result.ok) throw new Error(result.errors.join())
  return result.settings
}

test('.env.example does not override the data folder of the systemd unit and the container', () => {
  const set = Object.fromEntries(
    [...read(unit).matchAll(/^Environment=(\w+)=(.*)$/gm)].map(([, ...pair]) => pair),
  )
  expect(settingsWith(set).dataDir).toBe('/var/lib/campaign')
  expect(read(unit)).toMatch(/^StateDirectory=campaign$/m)
  expect(settingsWith(containerEnvironment)).toMatchObject({ dataDir: '/data', host: '0.0.0.0', port: 4000 })
  expect(containerfile).toMatch(/^VOLUME \/data$/m)
})

test('the Containerfile sets no secrets, an unprivileged user, and a command that receives signals', () => {
  expect(containerfile).toMatch(/^USER node$/m)
  expect(containerfile).toMatch(/^CMD \["node", "--import", "tsx", "server\/main\.ts"\]$/m)
  expect(containerfile).not.toMatch(/(SECRET|PASSWORD|ACCESS_KEY)/)
  // tsx writes its compile cache to /tmp and fails to start if /tmp is read-only.
  expect(containerEnvironment).toMatchObject({ TSX_DISABLE_CACHE: '1' })
})

test('the Containerfile publishes the server’s port and the desk’s, and builds the desk', () => {
  const { port, desk } = settingsWith(containerEnvironment, { DESK_URL: 'https://desk.campaign.example' })
  expect(desk).toEqual({ url: 'https://desk.campaign.example', port: 4100 })
  expect(/^EXPOSE (.*)$/m.exec(containerfile)?.[1]?.split(' ')).toEqual([String(port), String(desk?.port)])
  const command = /^# podman run .*$/m.exec(containerfile)?.[0] ?? ''
  for (const one of [port, desk?.port]) expect(command).toContain(`-p 127.0.0.1:${one}:${one}`)
  expect(containerfile).toMatch(/npm run build app desk$/m)
})

/** The guide has an example configuration for each proxy, which maps each host name to a port. */
const guide = read('docs/guides/go-live.md')
const section = guide.split('\n## 4. ')[1]?.split('\n## ')[0] ?? ''
const examples = [...section.matchAll(/```\n([^`]*?reverse_proxy[^`]*|[^`]*?proxy_pass[^`]*)```/g)].map(
  ([, text = '']) => text,
)

test('every example of a proxy leads the campaign’s host name to the server and the desk’s to the desk', () => {
  const { port, desk } = settingsWith({}, { DESK_URL: 'https://desk.campaign.example' })
  expect(examples).toHaveLength(2)
  for (const example of examples) {
    const hosts = example
      .split(/^(?=server \{|\S+ \{)/m)
      .filter(block => /YOUR\.DOMAIN/.test(block))
      .map(block => [
        /^(?:server_name |\s*server_name )?(\S*YOUR\.DOMAIN)/m.exec(block.replace(/^\s+/gm, ''))?.[1],
        [...new Set([...block.matchAll(/127\.0\.0\.1:(\d+)/g)].map(([, one]) => one))],
      ])
    expect(hosts).toEqual([
      ['YOUR.DOMAIN', [String(port)]],
      ['desk.YOUR.DOMAIN', [String(desk?.port)]],
    ])
  }
  expect(section).toContain('DESK_URL, DESK_PORT')
})

test('the nginx example keeps the host and the address for the desk, and limits its sign-ins', () => {
  const [, nginx = ''] = examples
  const desk = nginx.slice(nginx.indexOf('server_name desk.'))
  const locations = desk.split(/^\tlocation /m).slice(1)
  expect(locations).toHaveLength(2)
  for (const location of locations)
    for (const header of ['Host $host', 'X-Forwarded-For $proxy_add_x_forwarded_for'])
      expect(location).toContain(`proxy_set_header ${header};`)
  const zone = /limit_req_zone \$binary_remote_addr zone=(\w+):1m rate=(\d+)r\/m;/.exec(nginx)
  expect(desk).toContain(`limit_req zone=${zone?.[1]} `)
  expect(read('docs/asvs/rules.md')).toContain(`allows ${zone?.[2]} sign-ins a minute`)
  const [, limited = ''] = /location ~ (\S+) \{/.exec(desk) ?? []
  const isLimited = new RegExp(limited)
  const guessed = Object.values(deskCalls).filter(({ who, method }) => who === 'anyone' && method === 'POST')
  // The demo's call exists only under `npm start`.
  const missed = guessed.map(({ path }) => path).filter(path => !isLimited.test(path))
  expect(missed).toEqual(['/desk-api/sign-in/demo'])
})

test('the guide to go live has the desk in its settings, its checklist and its duties', () => {
  const [checklist = ''] = guide.split('\n## 6. ').slice(1)
  for (const part of ['DESK_URL=https://desk.YOUR.DOMAIN', 'npm run build app desk'])
    expect(guide).toContain(part)
  for (const part of ['/desk-api/me', 'desk invite', 'desk people', 'operators.md#the-desk'])
    expect(checklist).toContain(part)
})

test('the Containerfile copies every folder that the server imports from', () => {
  const copied = [...containerfile.matchAll(/^COPY --from=build \/app\/(\S+)/gm)].map(match => match[1])
  const used = new Set<string>()
  for (const folder of ['server', 'contract', 'campaign'])
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (file.endsWith('.ts'))
        for (const [, name = ''] of read(`${folder}/${file}`).matchAll(/from '#(\w+)\//g)) used.add(name)
  expect(used.size).toBeGreaterThan(1)
  expect(copied.toSorted()).toEqual([...used, 'dist', 'dist-desk', 'node_modules', 'package.json'].toSorted())
})

test('every example of a PostgreSQL address on another machine encrypts the connection and checks the certificate', () => {
  const files = ['.env.example', 'README.md', 'CONTRIBUTING.md', 'docs', 'server'].flatMap(path =>
    statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: 'utf8' })
          .filter(name => /\.(md|ts|service)$|Containerfile$/.test(name))
          .map(name => `${path}/${name}`),
  )
  const examples = files.flatMap(file => read(file).match(/postgres:\/\/[\w:]+@[^\s'"`]+/g) ?? [])
  expect(examples.length).toBeGreaterThan(3)
  expect(examples.filter(example => !/\?sslmode=verify-full/.test(example))).toEqual([])
})
