type Call = (...args: unknown[]) => unknown

/**
 * Returns an object that forwards to the current result of `read`, because each page has its own `liff`. Functions that
 * a test has stored, spied on or mocked keep working after a page change.
 */
export function current<Value extends object>(read: () => Value): Value {
  const parts = new Map<PropertyKey, unknown>()
  /** Functions and namespaces need a stable wrapper; other values are read each time. */
  function get(name: PropertyKey): unknown {
    const value: unknown = Reflect.get(read(), name)
    const isNamespace = typeof value === 'object' && value !== null && !(value instanceof Promise)
    if (typeof value !== 'function' && !isNamespace) return value
    const call: Call = (...args) => Reflect.apply(Reflect.get(read(), name) as Call, read(), args)
    if (!parts.has(name))
      parts.set(name, isNamespace ? current(() => Reflect.get(read(), name) as object) : call)
    return parts.get(name)
  }
  return new Proxy({} as Value, {
    get: (replaced, name) => (Object.hasOwn(replaced, name) ? Reflect.get(replaced, name) : get(name)),
    has: (replaced, name) => Object.hasOwn(replaced, name) || Reflect.has(read(), name),
    ownKeys: replaced => [...new Set([...Reflect.ownKeys(read()), ...Reflect.ownKeys(replaced)])],
    defineProperty(replaced, name, descriptor) {
      // The test is restoring its spy.
      if (descriptor.value === parts.get(name)) return Reflect.deleteProperty(replaced, name)
      return Reflect.defineProperty(replaced, name, { ...descriptor, configurable: true })
    },
    getOwnPropertyDescriptor(replaced, name) {
      const own = Reflect.getOwnPropertyDescriptor(replaced, name)
      const { enumerable } = Reflect.getOwnPropertyDescriptor(read(), name) ?? {}
      if (own || enumerable === undefined) return own
      return { value: get(name), writable: true, enumerable, configurable: true }
    },
  })
}
