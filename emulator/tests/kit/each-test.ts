import { afterAll, beforeAll, beforeEach } from 'vitest'

/**
 * Makes an object before each test. The returned object stands in for the current test's object, and so does each part
 * that a file destructures from it: `const { phone, clock } = eachTest(offlineWorld)`. A part is an object or a
 * function.
 */
export function eachTest<T extends object>(make: () => T | Promise<T>): T {
  let current: T | undefined
  beforeEach(async () => {
    current = await make()
  })
  return standIn({} as T, () => current)
}

/** Like `eachTest`, but makes one object for all tests of the file, and then closes it by one of these methods. */
export function eachFile<T extends object>(make: () => T | Promise<T>): T {
  let current: (T & { [end in 'close' | 'drop' | 'remove' | 'dispose']?: () => unknown }) | undefined
  beforeAll(async () => {
    current = await make()
  })
  afterAll(() => (current?.close ?? current?.drop ?? current?.remove ?? current?.dispose)?.call(current))
  return standIn({} as T, () => current)
}

/** Returns a proxy for the object or function that `find` returns in a test. Until then, only its parts can be read. */
function standIn<T extends object>(target: T, find: () => object | undefined): T {
  const traps: ProxyHandler<T> = new Proxy(
    {},
    {
      get:
        (_, trap) =>
        (_target: T, ...given: [PropertyKey, ...unknown[]]) => {
          const current = find()
          if (current) return Reflect.get(Reflect, trap)(current, ...given)
          return standIn(
            () => {},
            () => Reflect.get(find() ?? {}, given[0]),
          )
        },
    },
  )
  return new Proxy(target, traps)
}
