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
 * Someone with access to the server's database could replace the list of entries after the beacon is published, but not
 * the hashes on phones. Each hash has its own record, so that both versions remain as evidence.
 */

/** An honest server sends one seal. A dishonest server must not fill up the phone. */
const SEALS_MAX = 8

/** `no` is the order in which the phone received the seals, because its clock can be changed. */
const record = v.object({ ...drawSeal.entries, seenAt: v.number(), no: v.number() })

const keyOf = (customerId: string, seal: DrawSeal): string =>
  `${sealPrefix(customerId)}${seal.drawId}/${seal.entriesHash}`

export const keepSeals = (
  { campaign, session }: Pick<App, 'campaign' | 'session'>,
  ports: Pick<Ports, 'kv' | 'clock'>,
): (() => void) =>
  effect(() => {
    const seal = latestValue(campaign.current.value)?.drawSeal
    const customerId = session.customerId.value
    // If the seal cannot be stored, the app later says that this phone has not seen it.
    if (seal && customerId !== null) keepSeal(ports, customerId, seal).catch(() => {})
  })

async function keepSeal({ kv, clock }: Pick<Ports, 'kv' | 'clock'>, customerId: string, seal: DrawSeal) {
  const key = keyOf(customerId, seal)
  const known = await kv.keys(sealPrefix(customerId))
  if (known.includes(key) || known.length >= SEALS_MAX) return
  await writeWhileSignedIn(kv, customerId, [key, { ...seal, seenAt: clock.now(), no: known.length }])
}

export async function readSeals(kv: Ports['kv'], customerId: string): Promise<readonly SeenSeal[]> {
  const entries = await kv.entries(sealPrefix(customerId))
  return entries
    .flatMap(([, value]) => {
      const read = v.safeParse(record, value)
      return read.success ? [read.output] : []
    })
    .sort((a, b) => a.no - b.no || a.seenAt - b.seenAt)
}
