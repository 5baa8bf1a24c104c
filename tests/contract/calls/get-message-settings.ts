import { expect } from 'vitest'
import type { CallExample } from '#tests/kit/call-example.ts'

export const example: CallExample<'getMessageSettings'> = {
  good: () => ({}),
  check: ({ groups }) => {
    expect(groups).toMatchObject({ receipts: true, draw: true, coupons: true })
  },
}
