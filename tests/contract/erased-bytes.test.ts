import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { seedCampaign } from '#server/data/seed.ts'
import { diskObjects } from '#server/images/disk.ts'
import { runRetentionOnce } from '#server/retention/daily.ts'
import { migrate } from '#server/store/migrate.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { newKey, setCampaign } from '#tests/kit/activity.ts'
import { organiser } from '#tests/kit/cli.ts'
import { testFolder } from '#tests/kit/folder.ts'
import { NOON } from '#tests/kit/noon.ts'
import { testServer } from '#tests/kit/server.ts'

/** Names may not contain digits. */
const lettersOf = (index: number): string =>
  [...`${index + 1000}`].map(digit => 'abcdefghij'[Number(digit)]).join('')

test('erased names, addresses, answers and LINE ids are in neither the SQLite file nor its log', async () => {
  const file = join(await testFolder(), 'campaign.sqlite')
  const db = openSqlite(file)
  await migrate(db, NOON)
  await seedCampaign(db, NOON)
  const server = await testServer({ dialect: 'sqlite', deps: { db } })
  const people: { token: string; words: string[] }[] = []
  for (let index = 0; index < 12; index++) {
    const { token, user } = await server.signIn()
    const [firstName, addressLine, Answer] = ['Name', 'Street', 'Answer'].map(word => word + lettersOf(index))
    const form = { firstName, addressLine }
    expect((await server.call('putCustomer', { token, key: newKey(), body: form })).status).toBe(200)
    await server.call('postAnswer', { token, key: newKey(), body: { Answer: Answer ?? '' } })
    people.push({ token, words: [firstName, addressLine, Answer, user.userId].map(String) })
  }
  const words = people.flatMap(person => person.words)
  const found = () => {
    const bytes = [file, `${file}-wal`]
      .map(path => (existsSync(path) ? readFileSync(path, 'latin1') : ''))
      .join()
    return words.filter(word => bytes.includes(word))
  }
  expect(found()).toEqual(words)
  for (const { token } of people.slice(0, 6))
    await server.call('cancel', { token, key: newKey(), body: { confirm: true } })
  await runRetentionOnce(server.deps)
  expect(found()).toEqual(people.slice(6).flatMap(person => person.words))
  await setCampaign(server, { announced_at: NOON - 400 * DAY_MS })
  await runRetentionOnce(server.deps)
  expect(found()).toEqual([])
})

test('what people erased after a backup is in no file of the campaign that is restored from it', async () => {
  const folder = await testFolder()
  const file = join(folder, 'campaign.sqlite')
  const backup = join(await testFolder(), 'backup.tar')
  const db = openSqlite(file)
  await migrate(db, NOON)
  await seedCampaign(db, NOON)
  const server = await testServer({ dialect: 'sqlite', deps: { db } })
  const location = { databaseFile: file, objects: diskObjects(join(folder, 'objects')) }
  const open = async () => {
    const own = openSqlite(file)
    return { db: own, dialect: 'sqlite' as const, objects: location.objects, close: () => own.destroy() }
  }
  const run = organiser(server, [], { open, location: () => location })
  const people: { token: string; words: string[] }[] = []
  for (let index = 0; index < 12; index++) {
    const { token, user } = await server.signIn()
    const [firstName, addressLine, Answer] = ['Name', 'Street', 'Answer'].map(word => word + lettersOf(index))
    const form = { firstName, addressLine }
    expect((await server.call('putCustomer', { token, key: newKey(), body: form })).status).toBe(200)
    await server.call('postAnswer', { token, key: newKey(), body: { Answer: Answer ?? '' } })
    people.push({ token, words: [firstName, addressLine, Answer, user.userId].map(String) })
  }
  expect((await run('backup', backup)).err).toBe('')
  for (const { token } of people.slice(0, 6))
    await server.call('cancel', { token, key: newKey(), body: { confirm: true } })
  await runRetentionOnce(server.deps)
  await db.destroy()
  const restored = await run('restore', backup, '--force')
  expect([restored.err, restored.out]).toEqual([
    '',
    expect.stringContaining('left since the backup and were erased again: 6.'),
  ])
  const names = readdirSync(folder).filter(name => name !== 'objects')
  const found = (name: string) => {
    const bytes = readFileSync(join(folder, name), 'latin1')
    return people.flatMap(person => person.words).filter(word => bytes.includes(word))
  }
  // The restored file, its log, and the old database that the restore keeps.
  expect(names.filter(name => /before-/.test(name)).length).toBeGreaterThan(0)
  const left = people.slice(0, 6).flatMap(person => person.words)
  for (const name of names)
    expect([name, found(name).filter(word => left.includes(word))]).toEqual([name, []])
  expect(found('campaign.sqlite')).toEqual(people.slice(6).flatMap(person => person.words))
})
