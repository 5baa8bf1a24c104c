import { chaos, type Toll } from '#tests/kit/chaos.ts'
import { readOptions } from './options.ts'

/**
 * `npm run chaos [-- --runs 1000 --seed 1 --steps 25]`: runs seeded random histories of the real outbox against the
 * real server with injected faults, and compares the result with the server's database. `--only SEED` replays one
 * history. Ends with 1 if a write was lost, duplicated, sent as the wrong customer, or refused without being shown.
 */
const { values } = readOptions('npm run chaos', {
  runs: { type: 'string', default: '1000' },
  seed: { type: 'string', default: '1' },
  steps: { type: 'string', default: '25' },
  only: { type: 'string' },
})
const first = Number(values.only ?? values.seed)
const runs = values.only === undefined ? Number(values.runs) : 1
const steps = Number(values.steps)
if (![first, runs, steps].every(Number.isSafeInteger) || runs < 1 || steps < 1) {
  console.error('--runs, --seed, --steps and --only must be whole numbers')
  process.exit(2)
}

const sum = { jobs: 0, lost: 0, doubled: 0, wrongOwner: 0, hidden: 0 }
const wrong: string[] = []
const started = performance.now()

const mistakes = ({ lost, doubled, wrongOwner, hidden }: Toll) => lost + doubled + wrongOwner + hidden

for (let seed = first; seed < first + runs; seed++) {
  const toll = await chaos(seed, steps)
  for (const key of Object.keys(sum) as (keyof Toll)[]) sum[key] += toll[key]
  if (mistakes(toll) > 0) wrong.push(`  --only ${seed}   ${JSON.stringify(toll)}`)
  const done = seed - first + 1
  if (done % 100 === 0 && done < runs) console.log(`${done} of ${runs} histories`)
}

const seconds = ((performance.now() - started) / 1000).toFixed(0)
console.log(`
histories ${first} to ${first + runs - 1}, at least ${steps} steps each, in ${seconds} s

| histories | writes | lost | doubled | wrong customer | refused, never shown |
|---|---|---|---|---|---|
| ${runs} | ${sum.jobs} | ${sum.lost} | ${sum.doubled} | ${sum.wrongOwner} | ${sum.hidden} |
`)
if (wrong.length > 0) {
  console.log(`To replay a history: npm run chaos -- OPTION\n${wrong.slice(0, 20).join('\n')}`)
  process.exit(1)
}
