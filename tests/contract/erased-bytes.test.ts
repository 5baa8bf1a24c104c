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
import { insert, testServer } from '#tests/kit/server.ts'

/** Returns the index in letters, because names may not contain digits. */
const lettersOf = (index: number): string =>
  [...`${index + 1000}`].map(digit => 'abcdefghij'[Number(digit)]).join('')

/**
 * Starts a campaign in a file with twelve customers. Returns a function with which six of them leave, and the words of
 * those who leave and of those who stay.
 */
async function campaignIn(file: string) {
  const db = openSqlite(file)
  await migrate(db, NOON)
  await seedCampaign(db, NOON)
  const server = await testServer({ dialect: 'sqlite', deps: { db } })
  const people: { leave: () => Promise<unknown>; words: string[] }[] = []
  for (let index = 0; index < 12; index++) {
    const { call, customerId, user } = await server.signIn()
    const [firstName, addressLine, Answer, text = ''] = ['Name', 'Street', 'Answer', 'Noted'].map(
      word => word + lettersOf(index),
    )
    const form = { firstName, addressLine }
    expect((await call('putCustomer', { key: newKey(), body: form })).status).toBe(200)
    await call('postAnswer', { key: newKey(), body: { Answer: Answer ?? '' } })
    const note = {
      id: `note ${index}`,
      customer_id: customerId,
      person_id: 'someone',
      text,
      created_at: NOON,
    }
    await insert(server, 'customer_note', note)
    const leave = () => call('cancel', { key: newKey(), body: { confirm: true } })
    people.push({ leave, words: [firstName, addressLine, Answer, text, user.userId].map(String) })
  }
  const leave = async () => {
    for (const person of people.slice(0, 6)) await person.leave()
    await runRetentionOnce(server.deps)
  }
  const wordsOf = (some: typeof people) => some.flatMap(({ words }) => words)
  return { server, leave, left: wordsOf(people.slice(0, 6)), stay: wordsOf(people.slice(6)) }
}

test('erased names, addresses, answers, notes and LINE ids are in neither the SQLite file nor its log', async () => {
  const file = join(await testFolder(), 'campaign.sqlite')
  const { server, leave, left, stay } = await campaignIn(file)
  const words = [...left, ...stay]
  const found = () => {
    const bytes = [file, `${file}-wal`]
      .map(path => (existsSync(path) ? readFileSync(path, 'latin1') : ''))
      .join()
    return words.filter(word => bytes.includes(word))
  }
  expect(found()).toEqual(words)
  await leave()
  expect(found()).toEqual(stay)
  await setCampaign(server, { announced_at: NOON - 400 * DAY_MS })
  await runRetentionOnce(server.deps)
  expect(found()).toEqual([])
})

test('what people erased after a backup is in no file of the campaign that is restored from it', async () => {
  const folder = await testFolder()
  const file = join(folder, 'campaign.sqlite')
  const backup = join(await testFolder(), 'backup.tar')
  const { server, leave, left, stay } = await campaignIn(file)
  const location = { databaseFile: file, objects: diskObjects(join(folder, 'objects')) }
  const open = async () => {
    const own = openSqlite(file)
    return { db: own, dialect: 'sqlite' as const, objects: location.objects, close: () => own.destroy() }
  }
  const run = organiser(server, [], { open, location: () => location })
  expect((await run('backup', backup)).err).toBe('')
  await leave()
  await server.db.destroy()
  const restored = await run('restore', backup, '--force')
  expect([restored.err, restored.out]).toEqual([
    '',
    expect.stringContaining('left since the backup and were erased again: 6.'),
  ])
  const names = readdirSync(folder).filter(name => name !== 'objects')
  const found = (name: string) => {
    const bytes = readFileSync(join(folder, name), 'latin1')
    return [...left, ...stay].filter(word => bytes.includes(word))
  }
  // The folder has the restored file, its log, and the old database that the restore keeps.
  expect(names.filter(name => /before-/.test(name)).length).toBeGreaterThan(0)
  for (const name of names)
    expect([name, found(name).filter(word => left.includes(word))]).toEqual([name, []])
  expect(found('campaign.sqlite')).toEqual(stay)
})
