import { atTestEnd } from './test-end.ts'

/** Collects the errors that the running test's code throws in a microtask, as `reportDefect` does, instead of failing. */
export function reportedDefects(): readonly unknown[] {
  const found: unknown[] = []
  const real = globalThis.queueMicrotask
  globalThis.queueMicrotask = run =>
    real(() => {
      try {
        run()
      } catch (error) {
        found.push(error)
      }
    })
  atTestEnd(async () => {
    globalThis.queueMicrotask = real
  })
  return found
}
