/** The three circles of tests, from the most frequent to the most thorough. `tools/test.mjs` sets TEST_CIRCLE. */
export type Circle = 'push' | 'merge' | 'nightly'

/** Returns the current circle. It is `push` if TEST_CIRCLE is not set, as when a test file is started by hand. */
export function circle(): Circle {
  const value = process.env.TEST_CIRCLE
  return value === 'merge' || value === 'nightly' ? value : 'push'
}

/** Returns the amount of work for the current circle, such as a number of random histories. */
export function inCircle<T>(amounts: Readonly<Record<Circle, T>>): T {
  return amounts[circle()]
}
