import { toJsonSchema } from '@valibot/to-json-schema'
import { type CallName, calls, errorsOf, statusFor } from '#contract/calls.ts'
import type { CallDefinition } from '#contract/define-call.ts'
import { errorBody, uuid } from '#contract/schema/common.ts'
import { storedImage } from '#contract/schema/receipt.ts'

type Json = Readonly<Record<string, unknown>>

const BEARER = 'session'

const headers: readonly {
  name: string
  isAcceptedBy: (call: CallDefinition) => boolean
  description: string
  schema: Json
}[] = [
  {
    name: 'X-Owner',
    isAcceptedBy: call => call.auth !== 'none',
    description:
      'The id of the customer for whom the client calls. The call is refused with OWNER_MISMATCH if the session belongs to another customer.',
    schema: schemaOf(uuid),
  },
  {
    name: 'Idempotency-Key',
    isAcceptedBy: call => call.idempotent,
    description:
      'A UUID chosen by the client for this write. A repeat with the same key gets the same answer.',
    schema: schemaOf(uuid),
  },
  {
    name: 'If-Match',
    isAcceptedBy: call => call.errors.includes('VERSION_CONFLICT'),
    description: 'The version the change is based on. The call is refused if there is a newer version.',
    schema: { type: 'string' },
  },
  {
    name: 'Content-Range',
    isAcceptedBy: call => call.bodyKind === 'bytes',
    description:
      'The part of the photo in the body: `bytes FIRST-LAST/TOTAL`. Without this header the body is the whole photo.',
    schema: { type: 'string' },
  },
]

/**
 * Generates an OpenAPI 3.1 document from the contract. Omits checks that a JSON schema cannot express, for example that
 * a date exists or that photos differ.
 */
export function openApi(version: string): Json & { readonly openapi: string } {
  const paths: Record<string, Record<string, Json>> = {}
  for (const name of Object.keys(calls) as CallName[]) {
    const call: CallDefinition = calls[name]
    const path = call.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Campaign',
      version,
      description: 'The API between the campaign app and its server.',
    },
    paths,
    components: {
      schemas: { Error: schemaOf(errorBody) },
      securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer' } },
    },
  }
}

function operation(name: CallName, call: CallDefinition): Json {
  return {
    operationId: name,
    summary: call.summary,
    security: securityOf(call),
    parameters: [...fieldsOf(call.params, 'path'), ...fieldsOf(call.query, 'query'), ...headersOf(call)],
    ...(call.bodyKind === 'none' ? {} : { requestBody: { required: true, content: bodyOf(call) } }),
    responses: { 200: answerOf(call), ...refusalsOf(call) },
  }
}

/** An empty requirement means that the call also works without a session. */
function securityOf({ auth }: CallDefinition): readonly Json[] {
  if (auth === 'none') return []
  return auth === 'optional' ? [{}, { [BEARER]: [] }] : [{ [BEARER]: [] }]
}

function bodyOf(call: CallDefinition): Json {
  if (call.bodyKind === 'bytes') return photo
  const schema = schemaOf(call.body)
  if (call.bodyKind === 'json') return { 'application/json': { schema } }
  return { 'application/x-www-form-urlencoded': { schema }, 'multipart/form-data': { schema } }
}

function answerOf(call: CallDefinition): Json {
  const description = 'The call succeeded.'
  if (call.method === 'HEAD') return { description }
  if (call.cache === 'private-image') return { description, content: photo }
  return { description, content: { 'application/json': { schema: schemaOf(call.answer) } } }
}

const photo = Object.fromEntries(storedImage.entries.contentType.options.map(type => [type, {}]))

function refusalsOf(call: CallDefinition): Json {
  const codes = new Map<number, string[]>()
  for (const code of errorsOf(call)) {
    const status = statusFor(call, code)
    codes.set(status, [...(codes.get(status) ?? []), code])
  }
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...codes].map(([status, list]) => [status, { description: list.join(', '), content }]),
  )
}

function fieldsOf(schema: CallDefinition['params'], place: 'path' | 'query'): readonly Json[] {
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

const headersOf = (call: CallDefinition): readonly Json[] =>
  headers
    .filter(header => header.isAcceptedBy(call))
    .map(({ name, description, schema }) => ({ name, in: 'header', required: false, description, schema }))

/**
 * `typeMode: 'ignore'` keeps the limits of fields that are trimmed or parsed as numbers; the library's input mode drops
 * them.
 */
function schemaOf(schema: CallDefinition['body']): Json {
  const { $schema: _, ...rest } = toJsonSchema(schema as Parameters<typeof toJsonSchema>[0], {
    target: 'draft-2020-12',
    typeMode: 'ignore',
    errorMode: 'ignore',
  })
  return rest
}
