import { scenarioSchema } from './schema.ts'

type JsonSchema = { readonly [keyword: string]: unknown }

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

function actionSchema(action: Node): JsonSchema {
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
      throw new Error(`Cannot convert the valibot check "${action.type}" to JSON Schema`)
  }
}

function objectSchema(entries: Readonly<Record<string, Node>>): JsonSchema {
  const required = Object.keys(entries).filter(name => entries[name]?.type !== 'optional')
  const properties = Object.fromEntries(
    Object.entries(entries).map(([name, node]) => [name, nodeSchema(node)]),
  )
  return {
    type: 'object',
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function typeSchema(node: Node): JsonSchema {
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
      return objectSchema(node.entries ?? {})
    case 'array':
      return { type: 'array', ...(item ? { items: nodeSchema(item) } : {}) }
    case 'record':
      return { type: 'object', ...(value ? { additionalProperties: nodeSchema(value) } : {}) }
    case 'nullable':
      return wrapped ? { anyOf: [nodeSchema(wrapped), { type: 'null' }] } : {}
    case 'optional':
      return {
        ...(wrapped ? nodeSchema(wrapped) : {}),
        ...(node.default === undefined ? {} : { default: node.default }),
      }
    default:
      throw new Error(`Cannot convert the valibot type "${node.type}" to JSON Schema`)
  }
}

function withArrayKeywords(schema: JsonSchema): JsonSchema {
  const { minLength, maxLength, ...rest } = schema
  return {
    ...rest,
    ...(minLength === undefined ? {} : { minItems: minLength }),
    ...(maxLength === undefined ? {} : { maxItems: maxLength }),
  }
}

function nodeSchema(node: Node): JsonSchema {
  const [first = node, ...actions] = node.pipe ?? [node]
  const schema = Object.assign({}, typeSchema(first), ...actions.map(actionSchema)) as JsonSchema
  return schema.type === 'array' ? withArrayKeywords(schema) : schema
}

/** Returns the JSON Schema of a scenario, for editors and other languages. */
export function scenarioJsonSchema(): JsonSchema {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'LIFF emulator scenario',
    ...nodeSchema(scenarioSchema as unknown as Node),
  }
}
