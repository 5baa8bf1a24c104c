import { beforeAll } from 'vitest'
import { earlyErrors } from '#src/loading/early-errors.ts'

/** Adds to `emulator/tests/setup.ts`, which runs first: each file starts without an error of a screen of an earlier file. */
beforeAll(() => {
  earlyErrors.splice(0)
  Reflect.deleteProperty(earlyErrors, 'push')
})
