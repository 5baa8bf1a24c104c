import { crash } from '#tests/kit/crash.ts'
import { prepareStore } from '#tests/kit/prepared.ts'
import { readOptions } from '#tools/options.ts'
import { storesOf } from './stores.ts'

/**
 * `npm run crash [-- --kills 25 --seed 1 --life 200 --store sqlite]`: the server is killed under load by `kill -9`, again
 * and again, on both stores (PostgreSQL: at TEST_DATABASE_URL), and what it had acknowledged is counted in the
 * database. Ends with 1 where anything is lost or there twice.
 */
const { values } = readOptions('npm run crash', {
  kills: { type: 'string', default: '25' },
  seed: { type: 'string', default: '1' },
  life: { type: 'string', default: '200' },
  store: { type: 'string' },
})
const [kills, seed, life] = [Number(values.kills), Number(values.seed), Number(values.life)]
if (![kills, seed, life].every(Number.isSafeInteger) || kills < 1 || life < 1) {
  console.error('--kills, --seed and --life are whole numbers')
  process.exit(2)
}

const lines: string[] = []
for (const dialect of storesOf(values.store)) {
  const store = await prepareStore(dialect, 60)
  const toll = await crash(store, { kills, seed, life }).finally(store.drop)
  lines.push(
    `| ${dialect} | ${toll.kills} | ${toll.acknowledged} | ${toll.sentAgain} | ${toll.lost} | ${toll.doubled} |`,
  )
  if (toll.lost + toll.doubled > 0) process.exitCode = 1
}
console.log(`
seed ${seed}

| store | kills | writes acknowledged | sent again | lost | doubled |
|---|---|---|---|---|---|
${lines.join('\n')}
`)
