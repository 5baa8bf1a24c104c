import { expect, test } from 'vitest'
import { readSettings } from '#server/config.ts'

const good = {
  LIFF_ID: '1234567890-AbcdEfgh',
  LINE_CHANNEL_ID: '1234567890',
  LINE_OA_ID: '@campaign',
  PUBLIC_URL: 'https://campaign.example',
}
const errorsOf = (env: Record<string, string>, mode: 'serve' | 'emulator' = 'serve') => {
  const read = readSettings(env, mode)
  return read.ok ? [] : read.errors
}

test('production needs only the required settings and has defaults for the rest', () =>
  expect(readSettings(good, 'serve')).toEqual({
    ok: true,
    settings: {
      port: 4000,
      host: '127.0.0.1',
      dataDir: '.data',
      databaseUrl: null,
      s3: null,
      metricsPort: 9464,
      liffId: '1234567890-AbcdEfgh',
      lineChannelId: '1234567890',
      lineChannelSecret: null,
      lineOaId: '@campaign',
      messaging: null,
      publicUrl: 'https://campaign.example',
      hstsSubdomains: true,
      trustProxy: 0,
      shutdownDelayS: 5,
      allowedOrigins: [],
      cspMode: 'enforce',
      cspReportUri: null,
      receiptReader: null,
      timeStampUrl: null,
      desk: null,
      noticeTargets: { mail: null, lineIds: [] },
      auditHeadFile: null,
      logLevel: 'info',
    },
  }))

test('the emulator needs no settings and listens on this machine only', () => {
  const read = readSettings({}, 'emulator')
  expect(read.ok && [read.settings.host, read.settings.port, read.settings.logLevel]).toEqual([
    '127.0.0.1',
    4000,
    'warn',
  ])
})

test('treats an empty value as unset', () =>
  expect(errorsOf({ ...good, PORT: '', DATABASE_URL: ' ', EMULATOR_SCENARIO: '' })).toEqual([]))

test('lists each missing setting on its own line', () =>
  expect(errorsOf({}).map(line => line.split(':')[0])).toEqual(Object.keys(good)))

test.each([
  ['HSTS_SUBDOMAINS', 'no'],
  ['PORT', '0'],
  ['PORT', '65536'],
  ['PORT', '4000x'],
  ['PORT', '-1'],
  ['HOST', 'a b'],
  ['LIFF_ID', '1234567890'],
  ['LIFF_ID', '9999999999-AbcdEfgh'],
  ['LINE_CHANNEL_ID', 'abc'],
  ['LINE_CHANNEL_SECRET', 'short'],
  ['LINE_MESSAGING_ACCESS_TOKEN', 'short'],
  ['LINE_MESSAGING_CHANNEL_SECRET', 'short'],
  ['LINE_OA_ID', 'campaign'],
  ['PUBLIC_URL', 'campaign.example'],
  ['PUBLIC_URL', 'http://campaign.example'],
  ['PUBLIC_URL', 'https://campaign.example/app'],
  ['PUBLIC_URL', 'https://user@campaign.example'],
  ['TRUST_PROXY', 'yes'],
  ['SHUTDOWN_DELAY', '5s'],
  ['LOG_LEVEL', 'loud'],
  ['DATABASE_URL', 'mysql://localhost'],
  ['DATABASE_URL', 'postgres://localhost'],
  ['METRICS_PORT', '70000'],
  ['CSP_MODE', 'report'],
  ['CSP_REPORT_URI', 'http://reports.example.com/csp'],
  ['CSP_REPORT_URI', 'https://reports.example.com/csp;script-src'],
  ['ALLOWED_ORIGINS', 'https://a.example,http://b.example'],
  ['ALLOWED_ORIGINS', '*'],
  ['EMULATOR_SCENARIO', 'friend'],
])('refuses %s=%s and names the setting', (name, value) => {
  const errors = errorsOf({ ...good, [name]: value })
  expect(errors.map(line => line.split(':')[0])).toEqual([name])
  expect(errors[0]).not.toContain('\n')
})

const bucket = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'photos',
  S3_REGION: 'ap-southeast-1',
  S3_ACCESS_KEY: 'key',
  S3_SECRET_KEY: 'hunter2hunter2',
}

test('a PostgreSQL database and a bucket replace the files', () => {
  const read = readSettings({ ...good, ...bucket, DATABASE_URL: 'postgres://me:pw@db/campaign' }, 'serve')
  expect(read.ok && [read.settings.databaseUrl, read.settings.s3]).toEqual([
    'postgres://me:pw@db/campaign',
    {
      endpoint: 'https://s3.example.com',
      bucket: 'photos',
      region: 'ap-southeast-1',
      accessKey: 'key',
      secretKey: 'hunter2hunter2',
    },
  ])
})

test.each(Object.keys(bucket))('refuses a bucket without %s and names it', name => {
  const errors = errorsOf({ ...good, ...bucket, [name]: '' })
  expect(errors).toEqual([`${name}: is not set, but other bucket settings (S3_…) are`])
})

test.each([
  ['S3_ENDPOINT', 's3.example.com'],
  ['S3_ENDPOINT', 'https://s3.example.com/photos'],
  ['S3_BUCKET', 'Photos!'],
  ['S3_REGION', 'here and there'],
])('refuses %s=%s of a bucket and names the setting', (name, value) => {
  const errors = errorsOf({ ...good, ...bucket, [name]: value })
  expect(errors.map(line => line.split(':')[0])).toEqual([name])
})

test.each([
  ['PORTT', 'PORT'],
  ['PROT', 'PORT'],
  ['port', 'PORT'],
  ['DATABASE_ULR', 'DATABASE_URL'],
  ['DATA_DIRS', 'DATA_DIR'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['METRIC_PORT', 'METRICS_PORT'],
  ['PUBLIC_URI', 'PUBLIC_URL'],
  ['LINE_CHANEL_SECERT', 'LINE_CHANNEL_SECRET'],
  ['S3_ACCESS_KEY_ID', 'S3_ACCESS_KEY'],
])('reports %s as a misspelling of %s', (name, meant) => {
  for (const mode of ['serve', 'emulator'] as const)
    expect(errorsOf({ ...good, [name]: 'x' }, mode)).toEqual([
      `${name}: is not a setting; did you mean ${meant}?`,
    ])
})

test('ignores variables of other programs', () => {
  const others = { HOME: '/', HOSTNAME: 'a', PWD: '/', SHELL: 'sh', LOGNAME: 'me', PGPORT: '1', LINES: '24' }
  expect(errorsOf({ ...good, ...others, TEST_DATABASE_URL: 'x', POSTGRES_PORT: '1', PORTT: '' })).toEqual([])
})

test('ignores the variables with which a back end reaches the emulated LINE', () => {
  const emulator = { LIFF_EMULATOR_URL: 'http://localhost:4400', LIFF_EMULATOR_TLS_PORT: '4402' }
  expect(errorsOf({ ...good, ...emulator })).toEqual([])
})

test('accepts several allowed origins', () => {
  const read = readSettings(
    { ...good, ALLOWED_ORIGINS: 'https://a.example, https://b.example:8443/' },
    'serve',
  )
  expect(read.ok && read.settings.allowedOrigins).toEqual(['https://a.example', 'https://b.example:8443'])
})

test('metrics are off with the emulator and with METRICS_PORT=0', () => {
  const portOf = (env: Record<string, string>, mode: 'serve' | 'emulator') => {
    const read = readSettings(env, mode)
    return read.ok && read.settings.metricsPort
  }
  expect([portOf({}, 'emulator'), portOf({ ...good, METRICS_PORT: '0' }, 'serve')]).toEqual([null, null])
  expect(portOf({ METRICS_PORT: '9999' }, 'emulator')).toBe(9999)
})

const mail = {
  DESK_SMTP_URL: 'smtps://me:hunter2@mail.example.com',
  DESK_MAIL_FROM: 'desk@campaign.example',
  DESK_MAIL_TO: 'lead@example.com, owner@example.com, lead@example.com',
}

test('notices of the desk go to mail addresses, and to users and groups at LINE', () => {
  const group = `C${'0'.repeat(32)}`
  const line = { LINE_MESSAGING_ACCESS_TOKEN: 'a'.repeat(20), DESK_LINE_TO: group }
  const read = readSettings({ ...good, ...mail, ...line }, 'serve')
  expect(read.ok && read.settings.noticeTargets).toEqual({
    mail: {
      smtpUrl: mail.DESK_SMTP_URL,
      from: mail.DESK_MAIL_FROM,
      to: ['lead@example.com', 'owner@example.com'],
    },
    lineIds: [group],
  })
  expect(errorsOf({ ...good, DESK_LINE_TO: group })).toEqual([
    'LINE_MESSAGING_ACCESS_TOKEN: is not set, but DESK_LINE_TO is',
  ])
})

test.each(Object.keys(mail))('refuses mail of the desk without %s and names it', name => {
  const errors = errorsOf({ ...good, ...mail, [name]: '' })
  expect(errors).toEqual([`${name}: is not set, but other mail settings of the desk are`])
})

test.each([
  ['DESK_SMTP_URL', 'mail.example.com'],
  ['DESK_SMTP_URL', 'https://mail.example.com'],
  ['DESK_SMTP_URL', 'smtp://mail.example.com/inbox'],
  ['DESK_MAIL_FROM', 'Desk <desk@example.com>'],
  ['DESK_MAIL_TO', 'lead@example.com;owner@example.com'],
  ['DESK_MAIL_TO', 'lead@example.com,'],
  ['DESK_LINE_TO', '@campaign'],
])('refuses %s=%s of the desk’s notices and names the setting', (name, value) => {
  const errors = errorsOf({ ...good, ...mail, [name]: value })
  expect(errors.map(line => line.split(':')[0])).toEqual([name])
})

test('error messages never contain secrets', () => {
  const wrong = {
    ...mail,
    DESK_SMTP_URL: 'https://me:hunter2@mail.example.com',
    LINE_CHANNEL_SECRET: 'hunter2hunter2',
    DATABASE_URL: 'mysql://me:hunter2@localhost/x',
    S3_SECRET_KEY: 'hunter2',
  }
  expect(errorsOf({ ...good, ...wrong }).join()).not.toContain('hunter2')
})

test('the desk needs a host name of its own, because browsers send a host’s cookies to all of its ports', () => {
  const desk = (url: string) => errorsOf({ ...good, DESK_URL: url })
  for (const same of [
    'https://campaign.example',
    'https://campaign.example/',
    'https://campaign.example:8443',
  ])
    expect(desk(same)).toEqual([
      expect.stringContaining('DESK_URL: must have another host name than PUBLIC_URL'),
    ])
  expect(desk('https://desk.campaign.example')).toEqual([])
  // On a developer's machine, both addresses have the host name localhost.
  const local = { PUBLIC_URL: 'http://localhost:4000', DESK_URL: 'http://localhost:4100' }
  expect(errorsOf(local, 'emulator')).toEqual([])
  expect(errorsOf({ ...local, DESK_URL: 'http://localhost:4000' }, 'emulator')).toHaveLength(1)
})
