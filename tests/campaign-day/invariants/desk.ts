import { createHash } from 'node:crypto'
import { groupBy } from '#server/group-by.ts'
import type { Invariant } from '../facts.ts'

/** One person requested, and a different person approved, each action that needs two people. */
export const twoPeopleActTogether: Invariant = ({ store }) =>
  store
    .rows<{ action: string }>(
      "select action from desk_approval where state in ('approved', 'done') and (asked_by = decided_by or decided_by is null)",
    )
    .map(({ action }) => `${action} was not approved by a second person`)

type Entry = {
  readonly seq: number
  readonly at: number
  readonly actor: string
  readonly action: string
  readonly detail: string
  readonly previous_hash: string
  readonly hash: string
}

/** Each entry of the audit log has the hash of its contents and contains the hash of the previous entry. */
export const theAuditLogIsWhole: Invariant = ({ store }) => {
  const rows = store.rows<Entry>('select * from audit order by seq')
  return rows.flatMap(({ seq, at, actor, action, detail, previous_hash, hash }, index) => {
    const before = rows[index - 1]
    if (seq !== index + 1) return [`entry ${index + 1} of the audit log is missing`]
    const real = createHash('sha256')
      .update(JSON.stringify([seq, at, actor, action, detail, previous_hash]))
      .digest('hex')
    return (before && previous_hash !== before.hash) || hash !== real
      ? [`entry ${seq} of the audit log was changed`]
      : []
  })
}

/** Each change that the desk has confirmed to a person has an entry in the audit log. */
export const eachChangeIsInTheAuditLog: Invariant = ({ store, deskChanges }) => {
  const entries = store.rows<Entry>('select * from audit')
  const groups = groupBy(deskChanges, ({ action, about }) => `${action} ${about}`)
  return [...groups].flatMap(([name, changes]) => {
    const found = entries.filter(({ action, detail }) =>
      changes.every(change => change.action === action && detail.includes(change.about)),
    ).length
    return found < changes.length ? [`the audit log has ${found} of ${changes.length} entries "${name}"`] : []
  })
}

/** Each decision that changed a receipt has an entry in the audit log. */
export const eachDecisionIsInTheAuditLog: Invariant = ({ store }) => {
  const entries = store.rows<Entry>(
    "select * from audit where action in ('receipts approve', 'receipts reject')",
  )
  return store
    .rows<{ receipt_id: string; n: number }>(
      'select receipt_id, count(*) as n from review_decision group by receipt_id',
    )
    .filter(({ receipt_id, n }) => entries.filter(({ detail }) => detail.includes(receipt_id)).length < n)
    .map(({ receipt_id }) => `a decision on the receipt ${receipt_id} is not in the audit log`)
}

/** No receipt counts the same reviewer as both its first and its second reviewer. */
export const oneReviewerForEachReceipt: Invariant = ({ store }) =>
  store
    .rows<{ receipt_id: string }>(
      'select receipt_id from review_decision where second_reviewer = reviewer and second_reviewer is not null',
    )
    .map(({ receipt_id }) => `the same reviewer has looked twice at the receipt ${receipt_id}`)

/** A person decided each receipt: an approved or rejected receipt has a matching decision that was not undone. */
export const decidedReceiptsHaveADecision: Invariant = ({ store, restored }) =>
  store
    .rows<{ id: string; receipt_no: string; status: string }>(
      `select receipt.id, receipt_no, receipt.status from receipt join customer on customer.id = customer_id
       where receipt.status in ('approved', 'rejected') and customer.status <> 'cancelled' and not exists (
         select 1 from review_decision where receipt_id = receipt.id and undone_at is null and decision = receipt.status)`,
    )
    .filter(({ id }) => restored?.takenOver.has(id) !== true)
    .map(({ receipt_no, status }) => `receipt ${receipt_no} is ${status}, but nobody has decided that`)

/** Nobody at the desk can do alone what needs a second person, another role or a new approval. */
export const nobodyAtTheDeskGoesTooFar: Invariant = ({ trespasses }) => trespasses
