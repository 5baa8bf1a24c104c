import { toJsonSchema } from '@valibot/to-json-schema'
import type { Route } from '#contract/route.ts'
import { errorsOf, type RouteName, routeStatus, routes } from '#contract/routes.ts'
import { errorBody, uuid } from '#contract/schema/common.ts'
import { storedImage } from '#contract/schema/receipt.ts'

type Json = Readonly<Record<string, unknown>>

const BEARER = 'session'

/** Headers that some calls take: when, and what they say. */
const headers: readonly {
  name: string
  takenBy: (route: Route) => boolean
  description: string
  schema: Json
}[] = [
  {
    name: 'Idempotency-Key',
    takenBy: route => route.idempotent,
    description: 'A key of the caller’s own for this write. Sent again, the same answer comes back.',
    schema: schemaOf(uuid),
  },
  {
    name: 'If-Match',
    takenBy: route => route.errors.includes('VERSION_CONFLICT'),
    description: 'The version that the change was made on; refused where there is a newer one.',
    schema: { type: 'string' },
  },
  {
    name: 'Content-Range',
    takenBy: route => route.bodyKind === 'bytes',
    description:
      'Which part of the photo this is: `bytes FIRST-LAST/TOTAL`. Without it the body is the whole photo.',
    schema: { type: 'string' },
  },
]

/**
 * The product API as an OpenAPI 3.1 document, made from the contract and from nothing else. What a schema says in code
 * only (that a day exists, that photos differ) is not in it; the server checks it all the same.
 */
export function openApi(version: string): Json & { readonly openapi: string } {
  const paths: Record<string, Record<string, Json>> = {}
  for (const name of Object.keys(routes) as RouteName[]) {
    const route: Route = routes[name]
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Campaign',
      version,
      description: 'What the campaign app and its server say to each other.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody) },
      securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operation(name: RouteName, route: Route): Json {
  return {
    operationId: name,
    summary: route.summary,
    security: route.auth === 'bearer' ? [{ [BEARER]: [] }] : [],
    parameters: [...fieldsOf(route.params, 'path'), ...fieldsOf(route.query, 'query'), ...headersOf(route)],
    ...(route.bodyKind === 'none' ? {} : { requestBody: { required: true, content: bodyOf(route) } }),
    responses: { 200: answerOf(route), ...refusalsOf(route) },
  }
}

function bodyOf(route: Route): Json {
  if (route.bodyKind === 'bytes') return photo
  const schema = schemaOf(route.body)
  if (route.bodyKind === 'json') return { 'application/json': { schema } }
  return { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } }
}

function answerOf(route: Route): Json {
  const description = 'Done.'
  if (route.method === 'HEAD') return { description }
  if (route.cache === 'private-image') return { description, content: photo }
  return { description, content: { 'application/json': { schema: schemaOf(route.answer) } } }
}

const photo = Object.fromEntries(storedImage.entries.contentType.options.map(type => [type, {}]))

/** The refusals by status, with the codes that share it. */
function refusalsOf(route: Route): Json {
  const codes = new Map<number, string[]>()
  for (const code of errorsOf(route)) {
    const status = routeStatus(route, code)
    codes.set(status, [...(codes.get(status) ?? []), code])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...codes].map(([status, list]) => [status, { description: list.join(', '), content }]),
  )
}

/** The fields of an object schema as parameters of a path or a query. */
function fieldsOf(schema: Route['params'], place: 'path' | 'query'): readonly Json[] {
  const { properties = {}, required = [] } = schemaOf(schema) as {
    properties?: Record<string, Json>
    required?: readonly string[]
  }
  return Object.entries(properties).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: field,
  }))
}

const headersOf = (route: Route): readonly Json[] =>
  headers
    .filter(header => header.takenBy(route))
    .map(({ name, description, schema }) => ({ name, in: 'header', required: false, description, schema }))

/**
 * A field that is trimmed or read as a number keeps the limits that hold after that: no input mode of the library does.
 */
function schemaOf(schema: Route['body']): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    target: 'draft-2020-12',
    typeMode: 'ignore',
    errorMode: 'ignore',
  })
  return rest
}
