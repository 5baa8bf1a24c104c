import { writeFile } from 'node:fs/promises'
import { bandsOf, distance, MAX_DISTANCE, positionsOf } from '#server/images/fingerprint/fingerprint.ts'
import type { Grey } from '#server/images/fingerprint/grey.ts'
import { randomPurchase, receiptPaper } from '#server/rehearsal/receipt-paper.ts'
import { photograph, shotOf } from '#server/rehearsal/receipt-photo.ts'
import { seededRandom } from '#tests/kit/random.ts'
import { readOptions } from '#tools/options.ts'
import { savedAsJpeg } from './jpeg-loss.ts'
import { bitsByMethod, CHOSEN } from './methods.ts'
import { savedAgain } from './saved-again.ts'
import { screenOf } from './shop-screen.ts'

/**
 * `npm run bench:duplicates [-- --receipts 500 --hard 150 --again 5 --seed 7 --json FILE]`: generates receipts of one
 * chain as photos by many customers, and `--hard` more as photos on one table and as screens of an app. Saves the first
 * `--again` photos of each group again in many ways. For each method, prints the smallest differences between different
 * receipts, the share of saved-again photos that differ less, and the share that the server's own limit finds.
 */
const { values, whole } = readOptions('npm run bench:duplicates', {
  receipts: { type: 'string', default: '500' },
  hard: { type: 'string', default: '150' },
  again: { type: 'string', default: '5' },
  seed: { type: 'string', default: '7' },
  json: { type: 'string' },
})
const receipts = whole('receipts')
const hard = whole('hard')
const again = whole('again')
const random = seededRandom(whole('seed', 0))

type Hashes = ReadonlyMap<string, Uint8Array>
type Again = { readonly kind: string; readonly of: number; readonly hashes: Hashes }
type Group = { readonly originals: Hashes[]; readonly copies: Again[] }

const session = shotOf(random)
const randomPaper = () => receiptPaper(randomPurchase(random), random)
const groups = {
  'photos by many customers': () => photo(),
  'photos on one table, one after the other': () => photo(session),
  'screens of a shop’s app': () => [savedAsJpeg(screenOf(randomPaper()), 90), () => null] as const,
}

function photo(where?: typeof session): readonly [Grey, () => Grey] {
  const paper = randomPaper()
  const shot = () => savedAsJpeg(photograph(paper, shotOf(random, where)), 75)
  return [shot(), shot]
}

function measure(name: string, count: number, make: () => readonly [Grey, () => Grey | null]): Group {
  const group: Group = { originals: [], copies: [] }
  for (let of = 0; of < count; of += 1) {
    const [original, photoAgain] = make()
    group.originals.push(bitsByMethod(original))
    if (of >= again) continue
    for (const [kind, save] of Object.entries(savedAgain))
      group.copies.push({ kind, of, hashes: bitsByMethod(save(original)) })
    const other = photoAgain()
    if (other) group.copies.push({ kind: 'another photo of the receipt', of, hashes: bitsByMethod(other) })
  }
  console.error(`${name}: ${group.originals.length} receipts, ${group.copies.length} copies`)
  return group
}

/** Returns the share of the bits that differ. The chosen method compares all eight positions, as the server does. */
function difference(
  method: string,
  one: Uint8Array,
  other: Uint8Array,
  positions = positionsFor(method, one),
): number {
  return Math.min(...positions.map(position => differing(position, other))) / one.length
}
const positionsFor = (method: string, bits: Uint8Array) => (method === CHOSEN ? positionsOf(bits) : [bits])

function differing(one: Uint8Array, other: Uint8Array): number {
  let count = 0
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) count += 1
  return count
}

const percent = (share: number) => `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`
const bitsBy = (hashes: readonly Hashes[], method: string) => hashes.flatMap(one => one.get(method) ?? [])

function pairs(method: string, group: Group): Float64Array {
  const all = bitsBy(group.originals, method)
  const found = new Float64Array((all.length * (all.length - 1)) / 2)
  let at = 0
  for (const [index, one] of all.entries()) {
    const positions = positionsFor(method, one)
    for (const other of all.slice(0, index)) found[at++] = difference(method, one, other, positions)
  }
  return found.sort()
}

/** Returns, for each kind of copy, the share that differs by less than `limit` from its original. */
function hits(method: string, measured: readonly Group[], limit: number): Record<string, number> {
  const counts = new Map<string, [number, number]>()
  for (const { originals, copies } of measured)
    for (const { kind, of, hashes } of copies) {
      const [copy, original] = [hashes.get(method), originals[of]?.get(method)]
      const hit = copy && original && difference(method, copy, original) < limit ? 1 : 0
      const [found, all] = counts.get(kind) ?? [0, 0]
      counts.set(kind, [found + hit, all + 1])
    }
  return Object.fromEntries([...counts].map(([kind, [found, all]]) => [kind, found / all]))
}

/** Returns the share of the other photos that the bands find for a photo, and how many of the near copies they find. */
function bandFigures(group: Group) {
  const all = bitsBy(group.originals, CHOSEN)
  const stored = all.map(bandsOf)
  const meets = (one: Uint8Array, bands: readonly number[] = []) =>
    positionsOf(one).some(position => bandsOf(position).some((value, band) => value === bands[band]))
  let met = 0
  for (const one of all.slice(0, again)) met += stored.filter(bands => meets(one, bands)).length - 1
  const near = group.copies.filter(({ of, hashes }) => {
    const [copy, original] = [hashes.get(CHOSEN), group.originals[of]?.get(CHOSEN)]
    return copy && original && positionsOf(copy).some(one => distance(one, original) <= MAX_DISTANCE)
  })
  const found = near.filter(({ of, hashes }) => meets(hashes.get(CHOSEN) ?? new Uint8Array(), stored[of]))
  return {
    candidateShare: met / (Math.min(again, all.length) * (all.length - 1)),
    near: near.length,
    found: found.length,
  }
}

const measured = Object.entries(groups).map(([name, make], index) => ({
  name,
  group: measure(name, index === 0 ? receipts : hard, make),
}))
const all = measured.map(one => one.group)
const methods = [...(all[0]?.originals[0]?.keys() ?? [])]
const result = methods.map(method => {
  const closest = measured.map(({ name, group }) => {
    const found = pairs(method, group)
    const falseAlarms = method === CHOSEN ? found.filter(one => one * 1024 <= MAX_DISTANCE).length : null
    return {
      name,
      smallest: found[0] ?? 1,
      median: found[found.length >> 1] ?? 1,
      pairs: found.length,
      falseAlarms,
    }
  })
  const limit = Math.min(...closest.map(one => one.smallest))
  return {
    method,
    closest,
    limit,
    hits: hits(method, all, limit),
    photoHits: hits(method, all.slice(0, 2), limit),
  }
})

console.log(`| method | ${measured.map(one => one.name).join(' | ')} | found without a false alarm |`)
console.log(`|---|${measured.map(() => '---|').join('')}---|`)
for (const { method, closest, hits } of result) {
  const wanted = Object.entries(hits).filter(([kind]) => !/turned|mirrored|another|cropped/.test(kind))
  const mean = wanted.reduce((sum, [, share]) => sum + share, 0) / wanted.length
  console.log(`| ${method} | ${closest.map(one => percent(one.smallest)).join(' | ')} | ${percent(mean)} |`)
}
const limit = (MAX_DISTANCE + 0.5) / 1024
const perGroup = measured.map(({ group }) => hits(CHOSEN, [group], limit))
console.log(`\n| saved again | ${measured.map(one => one.name).join(' | ')} |`)
console.log(`|---|${measured.map(() => '---|').join('')}`)
for (const kind of [...Object.keys(savedAgain), 'another photo of the receipt'])
  console.log(
    `| ${kind} | ${perGroup.map(one => (one[kind] === undefined ? '' : percent(one[kind]))).join(' | ')} |`,
  )
console.log('')
for (const { name, smallest, median, pairs, falseAlarms } of result.find(one => one.method === CHOSEN)
  ?.closest ?? [])
  console.log(
    `${name}: ${falseAlarms} false alarms in ${pairs} pairs; closest ${percent(smallest)}, median ${percent(median)}`,
  )
const bands = measured.map(({ name, group }) => ({ name, ...bandFigures(group) }))
for (const one of bands)
  console.log(
    `${one.name}: bands find ${one.found} of ${one.near}; ${(one.candidateShare * 1e6).toFixed(0)} candidates in a million`,
  )
if (values.json !== undefined)
  await writeFile(values.json, JSON.stringify({ result, perGroup, bands }, null, 2))
