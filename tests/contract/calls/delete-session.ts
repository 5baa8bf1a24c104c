import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'deleteSession'> = {
  good: () => ({}),
}
