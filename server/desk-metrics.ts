import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type DeskErrorCode, deskErrorCodes } from '#contract/desk/errors.ts'
import { type DeskCallName, deskCalls } from '#contract/desk-calls.ts'
import type { Db } from './store/tables.ts'

/** Bucket limits in seconds. A draw step takes longer than any other call. */
const BUCKETS_S = [0.01, 0.05, 0.25, 1, 5, 30, 120]

const proofs: ReadonlySet<DeskCallName> = new Set(['signIn', 'demoSignIn', 'acceptInvitation', 'verify'])
const isCall = (route: string): route is DeskCallName => Object.hasOwn(deskCalls, route)

/**
 * Changes that alerts watch. Their counters start at 0, because Prometheus cannot tell a first event from a new series.
 */
const watched = [
  ...['desk ask', 'desk approve', 'desk refuse', 'desk export'],
  ...['desk invite', 'desk invite again', 'desk role', 'desk end access'],
  ...['desk passkey add', 'desk passkey remove'],
] as const

/** The metrics must not identify customers or desk users. */
export type DeskMetrics = {
  answered(call: { readonly route: string; readonly status: number; readonly ms: number }): void
  refused(code: DeskErrorCode): void
  /** Counts only committed changes, by their action in the audit log. */
  changed(action: string): void
}

export function createDeskMetrics(db: Db, registers: Registry[]): DeskMetrics {
  const seconds = new Histogram({
    name: 'campaign_desk_request_seconds',
    help: 'Duration of calls of the desk in seconds, by name in the contract',
    labelNames: ['call', 'status'],
    buckets: BUCKETS_S,
    registers,
  })
  const refusals = new Counter({
    name: 'campaign_desk_refusals_total',
    help: 'Refused and failed calls of the desk, by error code',
    labelNames: ['code'],
    registers,
  })
  const signIns = new Counter({
    name: 'campaign_desk_sign_ins_total',
    help: 'Uses of a passkey or an invitation at the desk, by result',
    labelNames: ['result'],
    registers,
  })
  const changes = new Counter({
    name: 'campaign_desk_changes_total',
    help: 'Changes at the desk, by action in the audit log; asking for and deciding about a second person are actions',
    labelNames: ['action'],
    registers,
  })
  createAccessMetric(db, registers)
  for (const code of deskErrorCodes) refusals.inc({ code }, 0)
  for (const result of ['accepted', 'refused']) signIns.inc({ result }, 0)
  for (const action of watched) changes.inc({ action }, 0)
  return {
    answered({ route, status, ms }) {
      seconds.observe({ call: route, status: String(status) }, ms / 1000)
      if (!isCall(route) || !proofs.has(route)) return
      if (status === 200) signIns.inc({ result: 'accepted' })
      else if (status === 401) signIns.inc({ result: 'refused' })
    },
    refused: code => refusals.inc({ code }),
    changed: action => changes.inc({ action }),
  }
}

/** All processes report the same value, because it comes from the database. */
function createAccessMetric(db: Db, registers: Registry[]): void {
  new Gauge({
    name: 'campaign_desk_manager_given_seconds',
    help: 'Unix time in seconds at which a person last got the access of a manager',
    registers,
    async collect() {
      const newest = await db
        .selectFrom('desk_person')
        .select(({ fn }) => fn.max('given_at').as('at'))
        .where('role', '=', 'manager')
        .executeTakeFirst()
        .catch(() => null)
      if (newest) this.set(Number(newest.at ?? 0) / 1000)
    },
  })
}
