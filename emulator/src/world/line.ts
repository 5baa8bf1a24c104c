import type { WorldEvent } from './event.ts'
import { reduce } from './reduce.ts'
import type { SigningKey } from './signing-key.ts'
import type { World } from './state.ts'

/** The emulated LINE with its state, key, time and chance: what every answer is made from. */
export type Line = {
  world(): World
  dispatch(event: WorldEvent): void
  /** Replaces the whole state, for an imported snapshot. */
  replace(world: World): void
  /** Called after each change. Returns the way to stop. */
  subscribe(listener: (world: World, event: WorldEvent | null) => void): () => void
  /** LINE's time, ms since 1970: every token's ages are told by it. */
  now(): number
  key(): SigningKey
  /** A new value nobody can guess: letters, digits, "-" and "_". */
  secret(bytes?: number): string
}

export type LinePorts = { readonly clock: () => number; readonly random: (bytes: number) => Uint8Array }

/** LINE's time under a scenario's clock. */
function lineTime(world: World, realTime: number): number {
  const { frozenAt, advanceMs } = world.scenario.clock
  return frozenAt ?? realTime + advanceMs
}

/** A LINE that starts from `first`; `key` may be swapped by an import. */
export function createLine(first: World, key: () => SigningKey, ports: LinePorts): Line {
  let world = first
  const listeners = new Set<(world: World, event: WorldEvent | null) => void>()
  const notify = (event: WorldEvent | null) => {
    for (const listener of [...listeners]) listener(world, event)
  }
  return {
    world: () => world,
    dispatch(event) {
      world = reduce(world, event)
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
