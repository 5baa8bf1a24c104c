import { assertNever } from '#contract/assert-never.ts'
import { type DeskAction, fileNameOf } from '#contract/desk/approvals.ts'
import type { Permission } from '#contract/desk/roles.ts'
import { announceDraw } from '#server/draw/announce.ts'
import { commitDraw } from '#server/draw/commit.ts'
import { importDraw } from '#server/draw/import.ts'
import { promoteReserves } from '#server/draw/promote.ts'
import { type PreparedRun, runDraw } from '#server/draw/run.ts'
import { type DrawProgress, type PreparedList, type Sealing, sealDraw } from '#server/draw/seal.ts'
import { cancelCustomer } from '#server/identity/cancel.ts'
import type { Db } from '#server/store/tables.ts'
import type { DeskDeps } from './deps.ts'
import { giveManagerAccess, takeManagerAccess } from './managers.ts'
import type { Invited } from './people.ts'

export const permissionFor: Readonly<Record<DeskAction['action'], Permission>> = {
  'erase-customer': 'customers-change',
  'export-customer': 'export',
  'export-table': 'export',
  'export-slips': 'export',
  'draw-commit': 'draw',
  'draw-seal': 'draw',
  'draw-run': 'draw',
  'draw-import': 'draw',
  announce: 'draw',
  'promote-reserves': 'draw',
  'give-manager-access': 'people',
  'take-manager-access': 'people',
}

/** True if an action produces a file that the requester can download after the approval. */
export const givesFile = (action: DeskAction): boolean => fileNameOf(action) !== null

/** True if the action publishes the audit log's head with the draw. */
export const publishesHead = (action: DeskAction['action']): boolean =>
  ['draw-run', 'draw-import', 'announce', 'promote-reserves'].includes(action)

/** True for actions that take seconds if there are many tickets. */
export const takesLong = (action: DeskAction['action']): action is 'draw-seal' | 'draw-run' =>
  action === 'draw-seal' || action === 'draw-run'

export const sealingOf = (
  { leavePending, physical = false }: Extract<DeskAction, { action: 'draw-seal' }>,
  advertised: Sealing['advertised'],
): Sealing => ({ leavePending, physical, advertised })

const silent: DrawProgress = { begin: () => undefined, step: () => undefined }

/** The long part of a draw step, done before the transaction of its approval. */
export type PreparedStep = {
  readonly list: PreparedList | null
  readonly drawn: PreparedRun | null
  readonly progress: DrawProgress
  /** Must be called after the transaction. */
  readonly end: () => void
}

type Given = {
  readonly now: number
  readonly prepared: PreparedStep | null
  /** The requester, the approver, and the hash of the code shown to the requester. */
  readonly request: {
    readonly asked_by: string
    readonly decidedBy: string
    readonly code_hash: string | null
  }
}

type Done = {
  /** Recorded in the audit log. */
  readonly result: unknown
  readonly invitation: (Invited & { readonly name: string }) | null
}

/**
 * Carries out an action in the same transaction as its approval. Throws the same refusals as the command line's
 * functions.
 */
export async function carryOut(db: Db, input: DeskAction, deps: DeskDeps, given: Given): Promise<Done> {
  if (input.action !== 'give-manager-access')
    return { result: await run(db, input, deps, given), invitation: null }
  const { now, request } = given
  const { asked_by, decidedBy, code_hash } = request
  if (code_hash === null) throw new Error('The request for an invitation has no code')
  const givers = [asked_by, decidedBy] as const
  const invitation = await giveManagerAccess(db, input, {
    now,
    random: deps.random,
    givers,
    codeHash: code_hash,
  })
  return { result: { person: invitation.personId }, invitation }
}

async function run(
  db: Db,
  input: Exclude<DeskAction, { action: 'give-manager-access' }>,
  { advertised, clock, random }: DeskDeps,
  { now, prepared }: Pick<Given, 'now' | 'prepared'>,
): Promise<unknown> {
  switch (input.action) {
    case 'erase-customer':
      await cancelCustomer(db, input.customerId, { reason: 'OTHER' }, { now, random, key: null })
      return {}
    case 'export-customer':
    case 'export-table':
    case 'export-slips':
      return {}
    case 'draw-commit': {
      const { beaconSource, beaconAt, late, again } = input
      const promise = { beaconSource, beaconAt, late, again, prizes: null, advertised }
      return commitDraw(db, promise, now, random)
    }
    case 'draw-seal': {
      const { progress, list } = prepared ?? { progress: silent, list: null }
      // The preparation may have taken minutes. The beacon may have been published by then.
      return sealDraw(db, sealingOf(input, advertised), clock.now(), progress, list)
    }
    case 'draw-run': {
      const { progress, drawn } = prepared ?? { progress: silent, drawn: null }
      return runDraw(db, input.beacon, { now, random }, progress, drawn)
    }
    case 'draw-import':
      return importDraw(db, input.tickets, { now, random })
    case 'announce':
      return announceDraw(db, input.at, now)
    case 'promote-reserves':
      return promoteReserves(db, input.confirmBy, now)
    case 'take-manager-access':
      await takeManagerAccess(db, input)
      return {}
    default:
      return assertNever(input)
  }
}
