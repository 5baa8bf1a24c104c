export type Rewrite = (value: unknown) => unknown

/** Applies `rewrite` to every argument of a method, if the browser supports it. */
export function wrapMethod(prototype: object | undefined, name: string, rewrite: Rewrite): void {
  const method: unknown = prototype === undefined ? undefined : Reflect.get(prototype, name)
  if (prototype === undefined || typeof method !== 'function') return
  Object.defineProperty(prototype, name, {
    configurable: true,
    enumerable: true,
    writable: true,
    value(this: unknown, ...args: unknown[]): unknown {
      return Reflect.apply(method, this, args.map(rewrite))
    },
  })
}

/** Applies `rewrite` to each assigned value, if the browser has the property, then calls `assigned` with the object. */
export function wrapSetter(
  prototype: object | undefined,
  name: string,
  rewrite: Rewrite,
  assigned: (owner: unknown) => void = () => {},
): void {
  const descriptor = prototype === undefined ? undefined : Object.getOwnPropertyDescriptor(prototype, name)
  const { get, set } = descriptor ?? {}
  if (prototype === undefined || !descriptor || !get || !set) return
  Object.defineProperty(prototype, name, {
    ...descriptor,
    get,
    set(this: unknown, value: unknown) {
      set.call(this, rewrite(value))
      assigned(this)
    },
  })
}

/** Replaces a property by a getter that returns `value`. */
export function defineValue(prototype: object, name: string, value: unknown): void {
  Object.defineProperty(prototype, name, { configurable: true, enumerable: true, get: () => value })
}
