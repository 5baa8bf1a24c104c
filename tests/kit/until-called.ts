/** Returns a promise and the function that resolves it, like `Promise.withResolvers` in newer versions of Node. */
export function untilCalled<T = void>(): readonly [promise: Promise<T>, resolve: (value: T) => void] {
  let end = (_value: T) => {}
  const promise = new Promise<T>(resolve => {
    end = resolve
  })
  return [promise, value => end(value)]
}
