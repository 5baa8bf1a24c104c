import { expect } from 'vitest'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'createExport'> = {
  good: async () => ({}),
  check: ({ path }) => expect(path).toMatch(/^\/api\/customer\/export\/[\w.-]+$/),
}
