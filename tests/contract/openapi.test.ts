import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorsOf, type RouteName, routes } from '#contract/routes.ts'
import { type TestServer, testServer } from '#tests/kit/server.ts'

type Operation = {
  operationId: string
  security: readonly object[]
  parameters: readonly { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, object> } }> }
  responses: Record<string, { description: string }>
}

let server: TestServer
let document: { openapi: string; paths: Record<string, Record<string, Operation>> }

beforeAll(async () => {
  server = await testServer()
  document = (await server.call('openApi')).body as unknown as typeof document
})
afterAll(() => server.close())

const operation = (name: RouteName): Operation => {
  const found = Object.values(document.paths)
    .flatMap(path => Object.values(path))
    .find(candidate => candidate.operationId === name)
  if (!found) throw new Error(`${name} is not described`)
  return found
}

test('the served document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document))
  expect(result).toEqual({ valid: true })
})

test('it describes every call of the contract once, at its path and method', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  )
  const expected = Object.values(routes).map(
    route => `${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}`,
  )
  expect(described.toSorted()).toEqual(expected.toSorted())
})

test('each call names the status and the codes of all its refusals', () => {
  for (const name of Object.keys(routes) as RouteName[]) {
    const told = Object.values(operation(name).responses).map(response => response.description)
    const codes = told.flatMap(description => description.split(', '))
    expect(codes, name).toEqual(expect.arrayContaining([...errorsOf(routes[name])]))
  }
})

test('a receipt is described with its fields, its limits, its session and its headers', () => {
  const { requestBody, parameters, security } = operation('updateReceipt')
  const fields = requestBody?.content['application/json']?.schema?.properties ?? {}
  expect(fields.receiptNo).toMatchObject({ type: 'string', minLength: 3, maxLength: 40 })
  expect(fields.images).toMatchObject({ type: 'array', minItems: 1 })
  expect(security).toEqual([{ session: [] }])
  expect(parameters.map(parameter => `${parameter.in} ${parameter.name}`)).toEqual([
    'path id',
    'header Idempotency-Key',
    'header If-Match',
  ])
})
