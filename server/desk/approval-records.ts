import type { DeskAction } from '#contract/desk/approvals.ts'
import { canonicalJson, sha256Hex } from '#server/hash.ts'
import { personIn } from './managers.ts'
import type { tellManagers } from './notices.ts'

type Told = Parameters<typeof tellManagers>[2]

/** Adds the person whose access changes to the recipients. */
export function toldOf(input: DeskAction, at: Told): Told {
  const also = personIn(input)
  return also === null ? at : { ...at, also }
}

/** Returns the field by which the customer's page finds audit entries. */
export const aboutOf = (input: DeskAction) => ('customerId' in input ? { customerId: input.customerId } : {})

/**
 * A file with drawn tickets can contain anything, so the audit log records only its number of lines and a hash. The
 * draw's result contains the tickets.
 */
export function recordedInput(input: DeskAction): Readonly<Record<string, unknown>> {
  if (input.action !== 'draw-import') return input
  const { tickets, ...rest } = input
  return { ...rest, tickets: tickets.length, ticketsSha256: sha256Hex(canonicalJson(tickets)) }
}
