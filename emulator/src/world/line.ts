import type { WorldEvent } from './event.ts'
import { withFollowers } from './follower-days.ts'
import { reduce } from './reduce.ts'
import type { SigningKey } from './signing-key.ts'
import type { World } from './state.ts'

/** The emulated LINE: its state, signing key, clock and random source. */
export type Line = {
  world(): World
  dispatch(event: WorldEvent): void
  replace(world: World): void
  /** Calls the listener after each change, with null after `replace`. Returns a function that unsubscribes it. */
  subscribe(listener: (world: World, event: WorldEvent | null) => void): () => void
  /** Returns LINE's time in ms since 1970. This clock decides when tokens are issued and expire. */
  now(): number
  key(): SigningKey
  /** Returns a new unguessable base64url string. */
  secret(bytes?: number): string
}

export type LinePorts = { readonly clock: () => number; readonly random: (bytes: number) => Uint8Array }

function lineTime(world: World, realTime: number): number {
  const { frozenAt, advanceMs } = world.scenario.clock
  return frozenAt ?? realTime + advanceMs
}

/** A loaded or reset world has no follower history yet. */
function withHistory(before: World, after: World, event: WorldEvent, now: () => number): World {
  if (event.type === 'scenario-loaded' || event.type === 'reset') return after
  const [old, next] = [before.scenario, after.scenario]
  if (old.friendships === next.friendships && old.users === next.users) return after
  const { bot } = after
  const followerDays = withFollowers(bot.followerDays, old, next, now())
  return followerDays === bot.followerDays ? after : { ...after, bot: { ...bot, followerDays } }
}

/** `key` is a function because the key is replaced when a snapshot is imported. */
export function createLine(first: World, key: () => SigningKey, ports: LinePorts): Line {
  let world = first
  const listeners = new Set<(world: World, event: WorldEvent | null) => void>()
  const notify = (event: WorldEvent | null) => {
    for (const listener of [...listeners]) listener(world, event)
  }
  return {
    world: () => world,
    dispatch(event) {
      const before = world
      world = withHistory(before, reduce(before, event), event, () => lineTime(before, ports.clock()))
      notify(event)
    },
    replace(next) {
      world = next
      notify(null)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    now: () => lineTime(world, ports.clock()),
    key,
    secret: (bytes = 24) => Buffer.from(ports.random(bytes)).toString('base64url'),
  }
}
