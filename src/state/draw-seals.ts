import { effect } from '@preact/signals-core'
import * as v from 'valibot'
import { type DrawSeal, drawSeal } from '#contract/schema/master.ts'
import type { SeenSeal } from '#src/domain/draw-witness.ts'
import type { Ports } from '#src/ports.ts'
import { sealPrefix } from '#src/storage/keys.ts'
import { writeWhileSignedIn } from '#src/storage/signed-in.ts'
import { latestValue } from './resource.ts'
import type { App } from './types.ts'

/*
 * The seals of the draw's list that this phone has seen. Whoever has the server's database can replace the list after the
 * beacon is known, but not what the customers' phones have kept. Each hash has a record of its own, which is never
 * overwritten, so that a phone that saw two of them has both. The records are deleted with the customer's other data.
 */

/** Most records for a customer. An honest server sends one; another one must not fill the phone. */
const SEALS_MAX = 8

/** A record. `no` is its place in the order in which the phone saw the seals: its clock can be changed. */
const record = v.object({ ...drawSeal.entries, seenAt: v.number(), no: v.number() })

const keyOf = (customerId: string, seal: DrawSeal): string =>
  `${sealPrefix(customerId)}${seal.drawId}/${seal.entriesHash}`

/** Keeps each seal that the activity brings while a customer is signed in. Returns a function that stops it. */
export const keepSeals = (
  { campaign, session }: Pick<App, 'campaign' | 'session'>,
  ports: Pick<Ports, 'kv' | 'clock'>,
): (() => void) =>
  effect(() => {
    const seal = latestValue(campaign.current.value)?.drawSeal
    const customerId = session.customerId.value
    // A phone that cannot store it says later that it has not seen the seal.
    if (seal && customerId !== null) keepSeal(ports, customerId, seal).catch(() => {})
  })

async function keepSeal({ kv, clock }: Pick<Ports, 'kv' | 'clock'>, customerId: string, seal: DrawSeal) {
  const key = keyOf(customerId, seal)
  const known = await kv.keys(sealPrefix(customerId))
  if (known.includes(key) || known.length >= SEALS_MAX) return
  await writeWhileSignedIn(kv, customerId, [key, { ...seal, seenAt: clock.now(), no: known.length }])
}

/** Returns the seals that this phone has kept for a customer, the first one first. */
export async function readSeals(kv: Ports['kv'], customerId: string): Promise<readonly SeenSeal[]> {
  const entries = await kv.entries(sealPrefix(customerId))
  return entries
    .flatMap(([, value]) => {
      const read = v.safeParse(record, value)
      return read.success ? [read.output] : []
    })
    .sort((a, b) => a.no - b.no || a.seenAt - b.seenAt)
}
