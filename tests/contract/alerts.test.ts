import { readdir, readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { directActions } from '#contract/actions.ts'
import { deskErrorCodes } from '#contract/desk/errors.ts'
import { errorCodes } from '#contract/errors.ts'
import { createApp } from '#server/app.ts'
import { verbs } from '#server/cli/verbs.ts'
import { deskLogLevels } from '#server/desk/security-log.ts'
import * as handlers from '#server/generated/handlers.ts'
import { createMetrics } from '#server/metrics.ts'
import { organiser } from '#tests/kit/cli.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { testServer } from '#tests/kit/server.ts'

/** An alert rule on a metric that does not exist never fires, and Prometheus does not report the mistake. */

const server = eachFile(testServer)
const rules = await readFile('docs/deploy/alerts.yml', 'utf8')

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
  // `increase()` misses the first refusal if its time series did not exist before.
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
  // Each action that a rule names must be recorded by a route of the desk, or be the name of an organiser's action.
  const folder = 'server/desk/routes'
  const routes = (await readdir(folder)).map(name => readFile(`${folder}/${name}`, 'utf8'))
  const source = (await Promise.all(routes)).join('\n')
  const rows = Object.values(directActions).map(({ name }) => `desk ${name}`)
  const isRecorded = (action: string) => source.includes(`audit('${action}'`) || rows.includes(action)
  expect(actions.filter(action => !isRecorded(action))).toEqual([])
})

/** Codes that the log reports as warnings but no alert rule counts. */
const notCounted: readonly string[] = [
  // `campaign_desk_sign_ins_total` counts this refusal.
  'PASSKEY_REFUSED',
  // Internet scanners send such requests all day.
  'WRONG_HOST',
]

test('a rule counts every refusal of the desk that the log calls a warning, and no other', () => {
  const counted = uniqueOf(/campaign_desk_refusals_total\{code=~?"([^"]+)"/g).flatMap(text => text.split('|'))
  const serious = deskErrorCodes.filter(code => deskLogLevels[code] !== 'info' && !notCounted.includes(code))
  expect(counted.toSorted()).toEqual(serious.toSorted())
})

test('the last time that a manager got access is a metric, also after the command line gave it', async () => {
  const at = async () =>
    Number(/^campaign_desk_manager_given_seconds (\S+)$/m.exec(await createMetrics(server.db).text())?.[1])
  expect(await at()).toBe(0)
  vi.stubEnv('DESK_URL', 'https://desk.test')
  const run = organiser(server)
  expect((await run('desk', 'invite', 'Mali')).err).toBe('')
  expect(await at()).toBe(server.clock.now() / 1000)
})

/** Lists the names of all rules, so that nobody deletes one by accident. */
test('no rule is missing', () => {
  const names = [...rules.matchAll(/- alert: (\w+)\n(?: +#.*\n)* +expr: \S/g)].map(([, name]) => name)
  expect(names).toMatchInlineSnapshot(`
    [
      "CampaignDown",
      "CampaignErrors",
      "CampaignUnavailable",
      "CampaignEventLoopSlow",
      "CampaignLogQueueLong",
      "CampaignRetentionPaused",
      "CampaignPinsGuessed",
      "CampaignTokensForged",
      "CampaignTokensCopied",
      "CampaignMessagesRefused",
      "CampaignMessagesPaused",
      "CampaignDeskNoticesFailing",
      "CampaignQuotaNearlyUsed",
      "CampaignQuotaUsed",
      "CampaignLineEventsFailed",
      "CampaignPhoneErrors",
      "CampaignPhoneJobsOld",
      "CampaignPhonesSlow",
      "CampaignRateLimited",
      "CampaignDeskErrors",
      "CampaignDeskUnavailable",
      "CampaignDeskSignInsRefused",
      "CampaignDeskInvitationsGuessed",
      "CampaignDeskForbidden",
      "CampaignDeskOnePerson",
      "CampaignDeskRateLimited",
      "CampaignDeskAccessGiven",
      "CampaignDeskManagerGiven",
      "CampaignDeskExports",
    ]
  `)
})

test('the first failure of any call increases a series that the rules watch', async () => {
  const metrics = createMetrics(server.db)
  const activity = () => Promise.reject(new Error('a bug'))
  const app = createApp({ ...server.deps, metrics }, { handlers: { ...handlers, activity } })
  const response = await app.fetch(new Request('https://campaign.test/api/master/activity'))
  expect(response.status).toBe(500)
  expect(await metrics.text()).toContain('campaign_refusals_total{code="INTERNAL"} 1\n')
  expect(rules).toContain('campaign_refusals_total{code="INTERNAL"}')
  // A route's time series for a status begins with the first such call, so `increase()` would miss a single failure.
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
