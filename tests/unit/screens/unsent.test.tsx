import { expect, test } from 'vitest'
import Profile from '#src/screens/profile/profile.tsx'
import { queuedJob } from '#tests/kit/fake-data.ts'
import { refused } from '#tests/kit/fake-state.ts'
import { show } from '#tests/kit/render.tsx'

test('links a refused job to the screen where it can be corrected, and resends a job that is too old on request', async () => {
  const needsYou = { ...queuedJob, state: 'needs-you' as const }
  const failure = refused('VERSION_CONFLICT')
  const receipt = await show(<Profile />, { jobs: [{ ...needsYou, route: 'updateReceipt', failure }] })
  expect(receipt.link('แก้ไขใบเสร็จ')).toBe(`/receipt/${queuedJob.subject}`)
  expect(receipt.has('button', 'ลองใหม่')).toBe(false)
  const profile = await show(<Profile />, {
    jobs: [{ ...needsYou, route: 'putCustomer', subject: null, failure }],
  })
  expect(profile.link('แก้ไขข้อมูล')).toBe('/updateProfile')
  const old = await show(<Profile />, { jobs: [{ ...needsYou, expired: true }] })
  expect(old.text()).toContain('รอส่งนานเกิน 7 วันแล้ว จะส่งหรือไม่')
  expect(old.has('button', 'ลองใหม่')).toBe(true)
  expect(old.has('a', 'แก้ไขใบเสร็จ')).toBe(false)
})
