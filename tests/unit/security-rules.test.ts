import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import type { DeskCallDefinition } from '#contract/define-call.ts'
import * as desk from '#contract/desk/limits.ts'
import { may, permissions, roles } from '#contract/desk/roles.ts'
import { deskCalls } from '#contract/desk-calls.ts'
import * as limits from '#contract/limits.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/time.ts'
import { CEREMONY_MS } from '#server/desk/passkeys.ts'
import { DESK_PER_MINUTE } from '#server/desk/policy.ts'
import { PER_MINUTE } from '#server/http/rates.ts'
import { MAX_WEBHOOK_BYTES } from '#server/line-webhook/receive.ts'
import { UPDATE_DAYS } from '#tests/kit/update-deadlines.ts'

/** The security rules and the data map are documents that the ASVS requires. These tests compare them with the code. */

const rules = readFileSync('docs/asvs/rules.md', 'utf8')
const dataMap = readFileSync('docs/data-map.md', 'utf8')
const sourcesIn = (...folders: string[]) =>
  folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => `${folder}/${name.replaceAll('\\', '/')}`),
  )

const sectionOf = (page: string, heading: string): string =>
  page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

const rowsOf = (text: string): string[][] =>
  [...text.matchAll(/^\| (.+) \|\n(?!\|-)/gm)].map(([, cells = '']) => cells.split(' | '))

/** Returns the numbers in a section's table by name. */
const numbersIn = (heading: string): Record<string, number> =>
  Object.fromEntries(rowsOf(sectionOf(rules, heading)).map(([name = '', value]) => [name, Number(value)]))

const namesIn = (text: string) => [...text.matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name)

test('the rules state the limits of input', () =>
  expect(numbersIn('Input')).toEqual({
    'body without a photo, bytes': limits.MAX_BODY_BYTES,
    'photo, bytes': limits.MAX_IMAGE_BYTES,
    'webhook of LINE, bytes': MAX_WEBHOOK_BYTES,
    'photo, pixels': limits.IMAGE_MAX_PIXELS,
    'photos of a customer': limits.IMAGES_PER_CUSTOMER,
    'photos of a customer together, bytes': limits.IMAGE_BYTES_PER_CUSTOMER,
    'URL, bytes': limits.MAX_URL_BYTES,
    'headers, bytes': limits.MAX_HEADER_BYTES,
    'corrections of a rejected receipt': limits.RESUBMIT_MAX,
    'events in a log call': limits.LOG_BATCH_MAX,
  }))

test('the rules state every rate', () => expect(numbersIn('Rates')).toEqual(PER_MINUTE))

test('the rules state the limits of sessions and sign-ins', () => {
  expect(numbersIn('Sessions')).toEqual({
    'ends without use after, days': limits.SESSION_IDLE_MS / DAY_MS,
    'ends in any case after, days': limits.SESSION_ABSOLUTE_MS / DAY_MS,
    'age of an ID token at sign-in, at most, seconds': limits.ID_TOKEN_MAX_AGE_S,
    'difference of clocks, at most, seconds': limits.CLOCK_SKEW_S,
    'the copy link works for, minutes': limits.EXPORT_LINK_MS / MINUTE_MS,
  })
  const { STAFF_PIN_TRIES, STAFF_PIN_STORE_TRIES, STAFF_PIN_CAMPAIGN_TRIES } = limits
  expect(sectionOf(rules, 'Sign-in')).toContain(
    `| ${STAFF_PIN_TRIES}, ${STAFF_PIN_STORE_TRIES} and ${STAFF_PIN_CAMPAIGN_TRIES} wrong attempts`,
  )
})

test('the rules state the times for updates', () => {
  const times = rowsOf(sectionOf(rules, 'Updates')).map(([, time = '']) => /^(\d+) days$/.exec(time)?.[1])
  expect(times).toEqual(Object.values(UPDATE_DAYS).map(String))
})

test('the rules list every call that works without a session', () => {
  const listed = rowsOf(sectionOf(rules, 'Who may do what')).flatMap(([names = '']) => namesIn(names))
  const open = Object.entries(calls).flatMap(([name, call]) => (call.auth === 'bearer' ? [] : [name]))
  expect(listed.toSorted()).toEqual(open.toSorted())
})

const deskPart = (heading: string | null): string => {
  const [first = '', ...parts] = sectionOf(rules, 'The desk').split('\n### ')
  return heading === null ? first : (parts.find(part => part.startsWith(`${heading}\n`)) ?? '')
}
const numbersOf = (text: string) =>
  Object.fromEntries(rowsOf(text).map(([name = '', value]) => [name, Number(value)]))

test('the rules state the limits of the desk', () => {
  expect(numbersOf(deskPart(null))).toEqual({
    'body, bytes': desk.DESK_BODY_BYTES,
    'body with a change of the set-up, bytes': desk.SET_UP_BODY_BYTES,
    'body with drawn tickets, bytes': desk.DRAWN_BODY_BYTES,
    'drawn tickets in a file': desk.DRAWN_MAX,
    'name of a person, characters': desk.NAME_MAX,
    'search, characters': desk.SEARCH_MAX,
    'note to a customer, characters': desk.NOTE_MAX,
    'reason for blocking, characters': desk.BLOCK_REASON_MAX,
    'a session ends after, hours': desk.SESSION_MS / HOUR_MS,
    'a session ends without a call after, hours': desk.SESSION_IDLE_MS / HOUR_MS,
    'a use of the passkey counts for sensitive calls, minutes': desk.FRESH_MS / MINUTE_MS,
    'a challenge for a passkey works for, minutes': CEREMONY_MS / MINUTE_MS,
    'an invitation works for, days': desk.INVITATION_MS / DAY_MS,
    'a request for a second person waits, days': desk.APPROVAL_MS / DAY_MS,
  })
  expect(deskPart(null)).toContain('any number of sessions')
})

test('the rules state the rates of the desk', () =>
  expect(numbersOf(deskPart('Rates of the desk'))).toEqual(DESK_PER_MINUTE))

test('the rules list every way into the desk', () => {
  const open = Object.entries(deskCalls as Record<string, DeskCallDefinition>).filter(
    ([, { who }]) => who === 'anyone',
  )
  const listed = rowsOf(deskPart('Ways into the desk')).flatMap(([, names = '']) => namesIn(names))
  expect(listed.toSorted()).toEqual(open.map(([name]) => name).toSorted())
})

test('the rules list what each role of the desk may do', () => {
  const listed = rowsOf(deskPart('What the roles may do')).map(([role = '', own = '']) => [
    ...namesIn(role),
    namesIn(own),
  ])
  expect(listed).toEqual(roles.map(role => [role, permissions.filter(permission => may(role, permission))]))
})

test('the rules list every secret among the settings', () => {
  const settings = readFileSync('.env.example', 'utf8').matchAll(/^#?([A-Z_0-9]+)=/gm)
  const secrets = [...settings]
    .map(([, name = '']) => name)
    .filter(name => /SECRET|DATABASE_URL|SMTP_URL/.test(name))
  expect(secrets.length).toBeGreaterThan(3)
  const listed = namesIn(sectionOf(rules, 'Cryptography'))
  expect(secrets.filter(name => !listed.includes(name))).toEqual([])
})

test('the server names no other host than the rules do', () => {
  const hosts = sourcesIn('server')
    .filter(path => path !== 'server/http/csp.ts')
    .flatMap(path => [...readFileSync(path, 'utf8').matchAll(/'(https?:\/\/[a-z0-9.-]+)[/'?]/g)])
    .map(([, host = '']) => host)
  // XML namespaces, the issuer's name in a token, and examples in error messages are not connections.
  const noConnection = /openxmlformats|access\.line\.me|example/
  expect([...new Set(hosts)].filter(host => !noConnection.test(host))).toEqual(['https://api.line.me'])
  expect(sectionOf(rules, 'Connections')).toContain('`https://api.line.me`')
})

test('the data map lists every table', () => {
  const files = readdirSync('server/store').filter(name => name.endsWith('tables.ts'))
  const tables = files.flatMap(name => {
    const source = readFileSync(`server/store/${name}`, 'utf8')
    const bodies = [...source.matchAll(/^(?:export )?type \w+Tables = \{\n(.+?)\n\}/gms)]
    return bodies.flatMap(([, body = '']) => [...body.matchAll(/^ {2}(\w+):/gm)])
  })
  const listed = rowsOf(sectionOf(dataMap, 'On the server')).flatMap(([names = '']) => namesIn(names))
  expect(tables.length).toBeGreaterThan(25)
  expect(listed.toSorted()).toEqual(tables.map(([, name]) => name).toSorted())
})

test('the data map states the periods of the desk', () =>
  expect(numbersOf(sectionOf(dataMap, 'At the desk'))).toEqual({
    'sessions, from the sign-in': desk.SESSION_MS / HOUR_MS,
    invitations: desk.INVITATION_MS / HOUR_MS,
    'challenges of passkeys': Math.round((CEREMONY_MS / HOUR_MS) * 1000) / 1000,
    'requests that wait for a second person': desk.APPROVAL_MS / HOUR_MS,
  }))

test('the data map lists every key with which the phone stores data', () => {
  const keys = readFileSync('src/storage/keys.ts', 'utf8').matchAll(
    /'((?:m|u|q\/[a-z]+)\/)'|`(m\/)|'(draft:)'/g,
  )
  const prefixes = [...new Set([...keys].map(([, one, two, three]) => one ?? two ?? three ?? ''))]
  expect(prefixes.length).toBeGreaterThan(6)
  const listed = sectionOf(dataMap, 'On the phone')
  expect(prefixes.filter(prefix => !listed.includes(`\`${prefix}\``))).toEqual([])
  for (const cookie of [limits.TOKEN_COOKIE, limits.ASSETS_COOKIE]) expect(listed).toContain(`\`${cookie}\``)
})

test('the data map states the periods after which retention deletes data', () => {
  const due = readFileSync('server/retention/due.ts', 'utf8')
  const run = readFileSync('server/retention/run.ts', 'utf8')
  const days = (name: string, source: string) =>
    Number(new RegExp(`${name}: (\\d+) \\* DAY_MS`).exec(source)?.[1])
  const stated = Object.fromEntries(
    rowsOf(sectionOf(dataMap, 'Periods')).map(([name = '', value]) => [name, Number(value)]),
  )
  expect(stated).toEqual({
    'photos, after the announcement': days('images', due),
    'personal data, after the announcement': days('people', due),
    'customers who never registered, after the last visit': days('provisional', run),
    'logs of use and sign-ins': days('logs', run),
    'reports of phones, without a customer': days('reports', run),
    'LINE messages, after the event': days('messages', run),
    "events of LINE's webhooks": days('webhooks', run),
    'idempotency keys, after the close': days('keys', run),
    'sessions, after their end': days('sessions', run),
    'notices of the desk to its people': days('notices', run),
  })
})
