import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { packageFile } from '#emulator/package-file.ts'

/** An OpenAPI 3.0 schema, limited to the keywords that LINE's documents use. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly allOf?: readonly Schema[]
  readonly minimum?: number
  readonly default?: unknown
  readonly format?: string
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>
type Parameter = {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}

type OperationObject = {
  readonly operationId: string
  readonly servers?: readonly { readonly url: string }[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}
type PathObject = Readonly<Record<string, OperationObject>> & { readonly parameters?: readonly Parameter[] }
type Document = {
  readonly server: string
  readonly paths: Readonly<Record<string, PathObject>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const { documents } = JSON.parse(readFileSync(packageFile('tests/fixtures/line-openapi.json'), 'utf8')) as {
  readonly documents: Readonly<Record<string, Document>>
}

export const documentNames = (): readonly string[] => Object.keys(documents)

export type ApiOperation = {
  readonly id: string
  readonly method: string
  /** URL with `{name}` for each parameter of the path. */
  readonly url: string
  readonly query: readonly Parameter[]
  readonly request: Content | null
  readonly responses: OperationObject['responses']
}

function documentOf(name: string): Document {
  const document = documents[name]
  if (document === undefined) throw new Error(`line-openapi.json has no ${name}`)
  return document
}

export function operationsOf(name: string): readonly ApiOperation[] {
  const { server, paths } = documentOf(name)
  return Object.entries(paths).flatMap(([path, { parameters: shared = [], ...methods }]) =>
    Object.entries(methods as Readonly<Record<string, OperationObject>>).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      url: `${(operation.servers?.[0]?.url ?? server).replace(/\/$/, '')}${path}`,
      // LINE's reference also requires the date.
      query: [...shared, ...(operation.parameters ?? [])].filter(
        one => one.in === 'query' && (one.required || one.name === 'date'),
      ),
      request: operation.requestBody?.content ?? null,
      responses: operation.responses,
    })),
  )
}

export function validatorFor(name: string): (schema: Schema) => ValidateFunction {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ ...documentOf(name), $id: name })
  return schema => ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${name}#/`)))
}

/**
 * Returns the smallest valid value of a schema: all required properties, with values from `known` for the properties
 * and schemas that it names. LINE's message schemas, for example, do not say which type a message has.
 */
export function sampleOf(
  name: string,
  schema: Schema,
  known: Readonly<Record<string, unknown>>,
  at = '',
): unknown {
  if (at in known) return known[at]
  if (schema.$ref !== undefined) {
    const target = schema.$ref.split('/').at(-1) ?? ''
    const resolved = documentOf(name).components.schemas[target]
    if (resolved === undefined) throw new Error(`${name} has no schema ${target}`)
    return target in known ? known[target] : sampleOf(name, resolved, known)
  }
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map(part => sampleOf(name, part, known)))
  if (schema.enum !== undefined) return schema.enum[0]
  switch (schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key))
      return Object.fromEntries(fields.map(([key, field]) => [key, sampleOf(name, field, known, key)]))
    }
    case 'array':
      return [sampleOf(name, schema.items ?? {}, known)]
    case 'integer':
    case 'number':
      return schema.minimum ?? schema.default ?? 1
    case 'boolean':
      return false
    default:
      return 'text'
  }
}
