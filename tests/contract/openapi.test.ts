import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { beforeAll, expect, test } from 'vitest'
import { type CallName, calls, errorsOf } from '#contract/calls.ts'
import { eachFile } from '#tests/kit/each-test.ts'
import { testServer } from '#tests/kit/server.ts'

type Operation = {
  operationId: string
  security: readonly object[]
  parameters: readonly { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, object> } }> }
  responses: Record<string, { description: string }>
}

let document: { openapi: string; info: { version: string }; paths: Record<string, Record<string, Operation>> }

const server = eachFile(testServer)
beforeAll(async () => {
  document = (await server.call('openApi')).body as unknown as typeof document
})

const operation = (name: CallName): Operation => {
  const found = Object.values(document.paths)
    .flatMap(path => Object.values(path))
    .find(candidate => candidate.operationId === name)
  if (!found) throw new Error(`The document does not describe ${name}.`)
  return found
}

test('serves a valid OpenAPI 3.1 document', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result).toEqual({ valid: true })
})

test('has the version of the release, which `doctor live` compares', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  expect(document.info.version).toBe(version)
})

test('describes every call once, with its path and method', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  const expected = Object.values(calls).map(
    route => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(described.toSorted()).toEqual(expected.toSorted())
})

test('lists the status and code of every refusal of a call', () => {
  for (const name of Object.keys(calls) as CallName[]) {
    const descriptions = Object.values(operation(name).responses).map(response => response.description)
    const codes = descriptions.flatMap(description => description.split(', '))
    expect(codes, name).toEqual(expect.arrayContaining([...errorsOf(calls[name])]))
  }
})

test('describes a receipt with its fields, limits, session and headers', () => {
  const { requestBody, parameters, security } = operation('updateReceipt')
  const fields = requestBody?.content['application/json']?.schema?.properties ?? {}
  expect(fields.receiptNo).toMatchObject({ type: 'string', minLength: 3, maxLength: 40 })
  expect(fields.images).toMatchObject({ type: 'array', minItems: 1 })
  expect(security).toEqual([{ session: [] }])
  expect(parameters.map(parameter => `${parameter.in} ${parameter.name}`)).toEqual([
    'path id',
    'header X-Owner',
    'header Idempotency-Key',
    'header If-Match',
  ])
})

test('names X-Owner as an optional header of exactly the calls that accept a session', () => {
  for (const name of Object.keys(calls) as CallName[]) {
    const owner = operation(name).parameters.find(parameter => parameter.name === 'X-Owner')
    const expected = calls[name].auth === 'none' ? undefined : { in: 'header', required: false }
    if (expected) expect(owner, name).toMatchObject(expected)
    else expect(owner, name).toBeUndefined()
  }
})

test('says which calls need a session, and which also work without one', () => {
  expect(operation('getCustomer').security).toEqual([{ session: [] }])
  expect(operation('visit').security).toEqual([{}, { session: [] }])
  expect(operation('activity').security).toEqual([])
})
