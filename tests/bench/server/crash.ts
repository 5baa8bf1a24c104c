import { crash } from '#tests/kit/crash.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { readOptions } from '#tools/options.ts'
import { storesOf } from './stores.ts'

/**
 * `npm run crash [-- --kills 25 --seed 1 --life 200 --store sqlite]`: kills the server repeatedly under load
 * with `kill -9`, on both databases (PostgreSQL on TEST_DATABASE_URL), and checks that the database has every
 * acknowledged write exactly once. Exits with 1 if a write is lost or duplicated.
 */
const { values, whole } = readOptions('npm run crash', {
  kills: { type: 'string', default: '25' },
  seed: { type: 'string', default: '1' },
  life: { type: 'string', default: '200' },
  store: { type: 'string' },
})
const [kills, seed, life] = [whole('kills'), whole('seed', 0), whole('life')]

const lines: string[] = []
for (const dialect of await storesOf(values.store)) {
  const store = await prepareStore(dialect, 60)
  const result = await crash(store, { kills, seed, life }).finally(store.drop)
  lines.push(
    `| ${dialect} | ${result.kills} | ${result.acknowledged} | ${result.sentAgain} | ${result.lost} | ${result.doubled} |`,
  )
  if (result.lost + result.doubled > 0) process.exitCode = 1
}
console.log(`
seed ${seed}

| store | kills | writes acknowledged | sent again | lost | doubled |
|---|---|---|---|---|---|
${lines.join('\n')}
`)
