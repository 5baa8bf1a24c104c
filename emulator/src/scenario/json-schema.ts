import { scenarioSchema } from './schema.ts'

/** A JSON Schema (2020-12), as far as scenarios need one. */
type JsonSchema = { readonly [keyword: string]: unknown }

/** A valibot schema or pipe action, as far as this reads one. */
type Node = {
  readonly kind: string
  readonly type: string
  readonly pipe?: readonly Node[]
  readonly wrapped?: Node
  readonly default?: unknown
  readonly entries?: Readonly<Record<string, Node>>
  readonly item?: Node
  readonly value?: Node
  readonly options?: readonly unknown[]
  readonly requirement?: unknown
  readonly message?: unknown
  readonly literal?: unknown
}

function ofAction(action: Node): JsonSchema {
  const { requirement, message } = action
  switch (action.type) {
    case 'regex':
      return { pattern: (requirement as RegExp).source, description: message }
    case 'min_length':
      return { minLength: requirement }
    case 'max_length':
      return { maxLength: requirement }
    case 'min_value':
      return { minimum: requirement }
    case 'max_value':
      return { maximum: requirement }
    case 'integer':
      return { type: 'integer' }
    case 'url':
      return { format: 'uri' }
    case 'email':
      return { format: 'email' }
    case 'check':
      return { description: message }
    default:
      throw new Error(`No JSON Schema is known for the check "${action.type}"`)
  }
}

function ofObject(entries: Readonly<Record<string, Node>>): JsonSchema {
  const required = Object.keys(entries).filter(name => entries[name]?.type !== 'optional')
  const properties = Object.fromEntries(Object.entries(entries).map(([name, node]) => [name, ofNode(node)]))
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function ofPlain(node: Node): JsonSchema {
  const { wrapped, item, value } = node
  switch (node.type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type: node.type }
    case 'unknown':
      return {}
    case 'picklist':
      return { enum: node.options }
    case 'strict_object':
      return ofObject(node.entries ?? {})
    case 'array':
      return { type: 'array', ...(item ? { items: ofNode(item) } : {}) }
    case 'record':
      return { type: 'object', ...(value ? { additionalProperties: ofNode(value) } : {}) }
    case 'nullable':
      return wrapped ? { anyOf: [ofNode(wrapped), { type: 'null' }] } : {}
    case 'optional':
      return {
        ...(wrapped ? ofNode(wrapped) : {}),
        ...(node.default === undefined ? {} : { default: node.default }),
      }
    default:
      throw new Error(`No JSON Schema is known for the type "${node.type}"`)
  }
}

/** `minLength` and its like have another name for lists. */
function forList(schema: JsonSchema): JsonSchema {
  const { minLength, maxLength, ...rest } = schema
  return {
    ...rest,
    ...(minLength === undefined ? {} : { minItems: minLength }),
    ...(maxLength === undefined ? {} : { maxItems: maxLength }),
  }
}

function ofNode(node: Node): JsonSchema {
  const [first = node, ...actions] = node.pipe ?? [node]
  const schema = Object.assign({}, ofPlain(first), ...actions.map(ofAction)) as JsonSchema
  return schema.type === 'array' ? forList(schema) : schema
}

/** The scenario's schema for editors and other languages, made from the one that parses it. */
export function scenarioJsonSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'LIFF emulator scenario',
    ...ofNode(scenarioSchema as unknown as Node),
  }
}
