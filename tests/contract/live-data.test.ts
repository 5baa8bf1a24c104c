import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeClock } from '#server/store/clock-file.ts'
import { dump } from '#tests/kit/dump.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { testServer } from '#tests/kit/server.ts'
import { clockOfNewData } from '#tools/emulator-state.ts'
import { copyData, giveAccount, replaceData } from '#tools/phases/live-data.ts'

const server = () => testServer({ dialect: 'sqlite' })

test('a server that stays open serves the rows of another phase, and then its own again', async () => {
  const [live, other] = [await server(), await server()]
  const folder = await testFolder()
  const [own, phase] = [join(folder, 'own.sqlite'), join(folder, 'phase.sqlite')]
  await live.signIn()
  const { customerId } = await other.signIn()
  await copyData(live.db, own)
  await copyData(other.db, phase)
  const before = await dump(live.db)
  const user = { userId: `U${'7'.repeat(32)}`, displayName: 'ผู้ใช้โทรศัพท์', pictureUrl: null }

  await replaceData(live.db, phase, db => giveAccount(db, customerId, user))
  const rows = await live.db.selectFrom('customer').select(['id', 'line_user_id']).execute()
  expect(rows).toEqual([{ id: customerId, line_user_id: user.userId }])
  await replaceData(live.db, own)
  expect(await dump(live.db)).toEqual(before)
})

test('a phase that cannot be completed leaves the data as they were', async () => {
  const live = await server()
  await live.signIn()
  const file = join(await testFolder(), 'phase.sqlite')
  await copyData((await server()).db, file)
  const before = await dump(live.db)
  await expect(replaceData(live.db, file, () => Promise.reject(new Error('stopped')))).rejects.toThrow(
    'stopped',
  )
  expect(await dump(live.db)).toEqual(before)
})

test('the copy of a rehearsal opens at its clock, and data that were open before at the emulator’s', async () => {
  const folder = await testFolder()
  expect(await clockOfNewData(folder)).toBe(null)
  const frozenAt = Date.parse('2027-01-02T14:01:00+07:00')
  await writeClock(folder, { frozenAt, offsetMs: 0 })
  expect((await clockOfNewData(folder))?.()).toBe(frozenAt)
  await writeFile(join(folder, 'emulator.json'), '{}')
  expect(await clockOfNewData(folder)).toBe(null)
})
