import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deskErrorCodes } from '#contract/desk/errors.ts'
import { errorCodes } from '#contract/errors.ts'
import { createApp } from '#server/app.ts'
import { verbs } from '#server/cli/verbs.ts'
import { handlers } from '#server/generated/handlers.ts'
import { createMetrics } from '#server/metrics.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

/** A rule about a metric that does not exist never fires, and Prometheus does not say so. */

let server: TestServer
let rules: string
beforeAll(async () => {
  server = await testServer()
  rules = await readFile('docs/deploy/alerts.yml', 'utf8')
})
afterAll(() => server.close())

const uniqueOf = (pattern: RegExp) => [
  ...new Set([...rules.matchAll(pattern)].map(([, found = '']) => found)),
]

test('every metric of the alert rules exists', async () => {
  const figures = await createMetrics(server.db).text()
  const names = uniqueOf(/\b((?:campaign|nodejs)_[a-z0-9_]+)/g)
  expect(names.length).toBeGreaterThan(5)
  expect(names.filter(name => !figures.includes(`# TYPE ${name.replace(/_count$/, '')} `))).toEqual([])
})

test('every error code of the alert rules exists, and has a time series from the start', async () => {
  const figures = await createMetrics(server.db).text()
  const codes = uniqueOf(/campaign_refusals_total\{code=~?"([^"]+)"/g).flatMap(text => text.split('|'))
  expect(codes).toContain('STAFF_PIN_LOCKED')
  expect(codes.filter(code => !errorCodes.some(known => known === code))).toEqual([])
  // `increase()` does not see the first refusal of a series that did not exist before.
  expect(codes.filter(code => !figures.includes(`campaign_refusals_total{code="${code}"} 0\n`))).toEqual([])
})

test('every code, result and action of the desk’s rules exists, and has a time series from the start', async () => {
  const figures = await createMetrics(server.db).text()
  const named = (metric: string) =>
    uniqueOf(new RegExp(`campaign_desk_${metric}\\{\\w+=~?"([^"]+)"`, 'g')).flatMap(text => text.split('|'))
  const codes = named('refusals_total')
  expect(codes).toContain('RATE_LIMITED')
  expect(codes.filter(code => !deskErrorCodes.some(known => known === code))).toEqual([])
  expect(codes.filter(code => !figures.includes(`campaign_desk_refusals_total{code="${code}"} 0\n`))).toEqual(
    [],
  )
  expect(named('sign_ins_total')).toEqual(['refused'])
  expect(figures).toContain('campaign_desk_sign_ins_total{result="refused"} 0\n')
  const actions = named('changes_total')
  expect(actions).toContain('desk invite')
  expect(
    actions.filter(action => !figures.includes(`campaign_desk_changes_total{action="${action}"} 0\n`)),
  ).toEqual([])
  // An action of a rule is one that a route of the desk records.
  const folder = 'server/desk/routes'
  const routes = (await readdir(folder)).map(name => readFile(`${folder}/${name}`, 'utf8'))
  const source = (await Promise.all(routes)).join('\n')
  expect(actions.filter(action => !source.includes(`audit('${action}'`))).toEqual([])
})

test('the first failure of any call increases a series that the rules watch', async () => {
  const metrics = createMetrics(server.db)
  const activity = () => Promise.reject(new Error('a bug'))
  const app = createApp({ ...server.deps, metrics }, { handlers: { ...handlers, activity } })
  const response = await app.fetch(new Request('https://campaign.test/api/master/activity'))
  expect(response.status).toBe(500)
  expect(await metrics.text()).toContain('campaign_refusals_total{code="INTERNAL"} 1\n')
  expect(rules).toContain('campaign_refusals_total{code="INTERNAL"}')
  // The series of a route and a status begins with its first call, so `increase()` would miss a single failure.
  expect(uniqueOf(/increase\((campaign_request_seconds_count\{[^}]*\})/g)).toEqual([])
})

test('the rules add up what attackers do at all processes', () => {
  const alone = uniqueOf(/(?<!sum\()(increase\(campaign_(?:refusals|line_token_reuses|desk_\w+)_total)/g)
  expect(alone).toEqual([])
})

test('every command that the alert rules name exists', () => {
  const commands = uniqueOf(/`([a-z]+(?: [a-z]+)?)`/g)
  expect(commands).toContain('store pins')
  expect(commands.filter(command => !verbs.some(verb => verb.name === command))).toEqual([])
})
