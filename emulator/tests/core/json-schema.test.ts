import { expect, test } from 'vitest'
import { NAMED_SCENARIOS, namedScenario, parseScenario } from '#emulator/index.ts'
import { scenarioJsonSchema } from '#emulator/scenario/json-schema.ts'
import { control, emulated, local } from './kit.ts'

type Schema = {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly items?: Schema
  readonly pattern?: string
  readonly minimum?: number
  readonly minItems?: number
}

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: value => typeof value === 'string',
  number: value => typeof value === 'number',
  integer: Number.isInteger,
  boolean: value => typeof value === 'boolean',
  null: value => value === null,
  array: Array.isArray,
  object: value => typeof value === 'object' && value !== null && !Array.isArray(value),
}

/** True if a value matches the JSON Schema; supports only the keywords that the schema uses. */
function fits(schema: Schema, value: unknown): boolean {
  if (schema.anyOf) return schema.anyOf.some(one => fits(one, value))
  if (schema.enum && !schema.enum.includes(value)) return false
  if (schema.type && !types[schema.type]?.(value)) return false
  if (schema.pattern && !new RegExp(schema.pattern).test(String(value))) return false
  if (schema.minimum !== undefined && Number(value) < schema.minimum) return false
  if (Array.isArray(value))
    return (
      value.length >= (schema.minItems ?? 0) && value.every(item => !schema.items || fits(schema.items, item))
    )
  if (schema.type !== 'object') return true
  const fields = value as Record<string, unknown>
  if (schema.required?.some(name => !(name in fields))) return false
  return Object.entries(fields).every(([name, field]) => {
    const own = schema.properties?.[name]
    if (own) return fits(own, field)
    return typeof schema.additionalProperties === 'object'
      ? fits(schema.additionalProperties, field)
      : schema.additionalProperties !== false
  })
}

const schema = scenarioJsonSchema() as Schema

/** Returns the scenario `friend` with the field at `path` set, or removed if the value is undefined. */
function changed(path: string, value: unknown): unknown {
  const scenario = structuredClone(namedScenario('friend'))
  const names = path.split('.')
  const last = names.pop() ?? ''
  const owner = names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], scenario)
  Object.assign(owner as object, { [last]: value })
  return JSON.parse(JSON.stringify(scenario))
}

test('every named scenario matches the published schema', () => {
  for (const { name } of NAMED_SCENARIOS) expect(fits(schema, namedScenario(name)), name).toBe(true)
})

test('the published schema refuses what the emulator refuses', () => {
  const wrong: readonly (readonly [path: string, value: unknown])[] = [
    ['weather', 'hot'],
    ['name', undefined],
    ['users', []],
    ['apps.0.liffId', 'mine'],
    ['network.kind', '2g'],
    ['tokens.idTokenAge', -1],
    ['environment.serviceWorker', 'yes'],
    ['screens.sharePicker', 'maybe'],
    ['friendships.U1', 'foe'],
  ]
  for (const [path, value] of wrong) {
    const scenario = changed(path, value)
    expect([path, parseScenario(scenario).ok, fits(schema, scenario)]).toEqual([path, false, false])
  }
})

test('serves the schema at /__emulator/scenario.schema.json', async () => {
  const { emulator } = await emulated()
  const response = await local(emulator, '/__emulator/scenario.schema.json')
  expect(await response?.json()).toEqual(JSON.parse(JSON.stringify(schema)))
})

test('combines scenarios, and later ones win', () => {
  const both = namedScenario('not-friend+lie-fi')
  expect(both).toMatchObject({ name: 'not-friend+lie-fi', network: { kind: 'lie-fi' } })
  expect(Object.values(both?.friendships ?? {})).toContain('none')
  expect(namedScenario('offline+flaky')?.network.kind).toBe('flaky')
  expect(namedScenario('not-friend+nothing')).toBeNull()
})

test('the scenario two-apps has two LIFF ids of one channel', () => {
  const [first, second] = namedScenario('two-apps')?.apps ?? []
  expect(second?.liffId.split('-')[0]).toBe(first?.liffId.split('-')[0])
  expect(second?.liffId).not.toBe(first?.liffId)
})

test('a running emulator can be exported and imported', async () => {
  const { emulator } = await emulated()
  const token = (await control(emulator, 'POST', 'token')).body as { accessToken: string }
  const saved = (await control(emulator, 'GET', 'export')).body
  await control(emulator, 'POST', 'scenario', { name: 'offline' })
  expect((await control(emulator, 'POST', 'import', saved)).body).toMatchObject({ name: 'friend' })
  const verify = await emulator.handle(
    new Request(`https://api.line.me/oauth2/v2.1/verify?access_token=${token.accessToken}`),
  )
  expect(verify.status).toBe(200)
  const refused = await control(emulator, 'POST', 'import', { kind: 'something' })
  expect(refused).toMatchObject({ status: 400, body: { path: 'kind' } })
})
