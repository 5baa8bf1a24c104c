import type { ActionInput, DeskAction, FileAction } from '#contract/desk/approvals.ts'
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
import { type ApprovedFile, customerFile, slipsFile, tableFile } from './files.ts'
import { giveManagerAccess, takeManagerAccess } from './managers.ts'
import type { Invited } from './people.ts'

export const sealingOf = (
  { leavePending, physical = false }: ActionInput<'draw-seal'>,
  advertised: Sealing['advertised'],
): Sealing => ({ leavePending, physical, advertised })

const silent: DrawProgress = { begin: () => undefined, step: () => undefined }

/** The long part of a draw step, done before the transaction of its approval. */
export type PreparedStep = {
  readonly list?: PreparedList
  readonly drawn?: PreparedRun
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
  readonly invitation?: Invited & { readonly name: string }
}

type Row = {
  /** What the requester and the approver must both be allowed to do. */
  readonly who: Permission
  /** True if the action publishes the audit log's head with the draw. */
  readonly publishesHead?: true
}
/** Carries out the action in the same transaction as its approval. */
type Run<Input> = (db: Db, input: Input, deps: DeskDeps, given: Given) => Promise<Done>
/** Makes the file that the requester fetches after the approval. */
type MakeFile<Input> = (db: Db, input: Input, deps: DeskDeps, now: number) => Promise<ApprovedFile>

type Rows = {
  readonly [N in DeskAction['action']]: Row &
    (N extends FileAction
      ? { readonly file: MakeFile<ActionInput<N>> }
      : { readonly run: Run<ActionInput<N>> })
}

/** The actions that need a second person's approval. They throw the same refusals as the command line's functions. */
const rows: Rows = {
  'erase-customer': {
    who: 'customers-change',
    async run(db, { customerId }, { random }, { now }) {
      await cancelCustomer(db, customerId, { reason: 'OTHER' }, { now, random, key: null })
      return { result: {} }
    },
  },
  'export-customer': { who: 'export', file: customerFile },
  'export-table': { who: 'export', file: tableFile },
  'export-slips': { who: 'export', file: slipsFile },
  'draw-commit': {
    who: 'draw',
    async run(db, { action: _, ...promise }, { advertised, random }, { now }) {
      return { result: await commitDraw(db, { ...promise, prizes: null, advertised }, now, random) }
    },
  },
  'draw-seal': {
    who: 'draw',
    async run(db, input, { advertised, clock }, { prepared }) {
      const { progress, list = null } = prepared ?? { progress: silent }
      // The preparation may have taken minutes. The beacon may have been published by then.
      const now = clock.now()
      return { result: await sealDraw(db, sealingOf(input, advertised), now, progress, list) }
    },
  },
  'draw-run': {
    who: 'draw',
    publishesHead: true,
    async run(db, { beacon }, { random }, { now, prepared }) {
      const { progress, drawn = null } = prepared ?? { progress: silent }
      return { result: await runDraw(db, beacon, { now, random }, progress, drawn) }
    },
  },
  'draw-import': {
    who: 'draw',
    publishesHead: true,
    run: async (db, { tickets }, { random }, { now }) => ({
      result: await importDraw(db, tickets, { now, random }),
    }),
  },
  announce: {
    who: 'draw',
    publishesHead: true,
    run: async (db, { at }, _, { now }) => ({ result: await announceDraw(db, at, now) }),
  },
  'promote-reserves': {
    who: 'draw',
    publishesHead: true,
    run: async (db, { confirmBy }, _, { now }) => ({ result: await promoteReserves(db, confirmBy, now) }),
  },
  'give-manager-access': {
    who: 'people',
    async run(db, input, { random }, { now, request: { asked_by, decidedBy, code_hash: codeHash } }) {
      if (codeHash === null) throw new Error('The request for an invitation has no code')
      const givers = [asked_by, decidedBy] as const
      const invitation = await giveManagerAccess(db, input, { now, random, givers, codeHash })
      return { result: { person: invitation.personId }, invitation }
    },
  },
  'take-manager-access': {
    who: 'people',
    async run(db, input) {
      await takeManagerAccess(db, input)
      return { result: {} }
    },
  },
}

/** A row for any action: it has either `run` or `file`. */
type AnyRow = Row & { readonly run?: Run<DeskAction>; readonly file?: MakeFile<DeskAction> }

export const actionRow = (input: DeskAction): AnyRow => rows[input.action] as AnyRow
