import type { ActionInput } from '#contract/actions.ts'
import { isoOf } from '#contract/time.ts'
import type { Acting, ActionsByName } from '#server/action.ts'
import type { Prize } from '#server/campaign/prizes.ts'
import { announceDraw } from '#server/draw/announce.ts'
import { commitDraw } from '#server/draw/commit.ts'
import { importDraw } from '#server/draw/import.ts'
import { prepareSeal } from '#server/draw/prepare-seal.ts'
import { promoteReserves } from '#server/draw/promote.ts'
import { type PreparedRun, prepareRun, runDraw } from '#server/draw/run.ts'
import { type PreparedList, type Sealing, sealDraw } from '#server/draw/seal.ts'

const sealingOf = (
  { leavePending, physical = false }: ActionInput<'sealDraw'>,
  { advertised }: Acting,
): Sealing => ({ leavePending, physical, advertised })

/** The command line may choose the prizes; the desk keeps the draw's current prizes. */
type Commitment = ActionInput<'commitDraw'> & { readonly prizes?: readonly Prize[] | null }

export const drawActions = {
  commitDraw: {
    async run({ db, now, random, advertised }, { action: _, prizes = null, ...promise }: Commitment) {
      const made = await commitDraw(db, { ...promise, prizes, advertised }, now, random)
      return { answer: null, detail: { ...made, beaconAt: isoOf(made.beaconAt) } }
    },
  },

  sealDraw: {
    prepare: (acting, input) => prepareSeal(acting.db, sealingOf(input, acting), acting.now, acting.progress),
    async run(acting, input, list: PreparedList | null) {
      // The preparation may have taken minutes. The beacon may have been published by then.
      const now = acting.clock.now()
      return {
        answer: null,
        detail: await sealDraw(acting.db, sealingOf(input, acting), now, acting.progress, list),
      }
    },
  },

  runDraw: {
    prepare: ({ db, now, progress }, { beacon }) => prepareRun(db, beacon, { now }, progress),
    async run({ db, now, random, progress }, { beacon }, drawn: PreparedRun | null) {
      return { answer: null, detail: await runDraw(db, beacon, { now, random }, progress, drawn) }
    },
  },

  importDraw: {
    async run({ db, now, random }, { tickets }) {
      return { answer: null, detail: await importDraw(db, tickets, { now, random }) }
    },
  },

  announceDraw: {
    async run({ db, now }, { at }) {
      const { drawId, announcedAt } = await announceDraw(db, at, now)
      return { answer: null, detail: { drawId, announcedAt: isoOf(announcedAt) } }
    },
  },

  promoteReserves: {
    async run({ db, now }, { confirmBy }) {
      const found = await promoteReserves(db, confirmBy, now)
      return { answer: null, detail: { ...found, confirmBy: isoOf(confirmBy) } }
    },
  },
} satisfies Partial<ActionsByName>
