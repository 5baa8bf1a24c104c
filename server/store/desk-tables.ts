import type { NoticeKind } from '#contract/desk/notices.ts'
import type { Role } from '#contract/desk/roles.ts'
import type { StaffReason } from '#contract/desk/staff.ts'

/** A person who may use the desk. The row outlives the person's access, because the audit log refers to it. */
export type DeskPersonTable = {
  id: string
  name: string
  role: Role
  /** `invited` until the person has registered a passkey. `ended`: the person can no longer sign in. */
  state: 'invited' | 'active' | 'ended'
  created_at: number
  /**
   * The manager who invited this person or requested the invitation; null if the person was invited on the command
   * line.
   */
  created_by: string | null
  /** Earliest time at which the person may approve requests: one day after access was given at the desk. */
  approves_from: number
  /**
   * JSON list of the managers who gave the current access: empty if given on the command line, else the manager who
   * acted alone, or the requester and approver. Null if an earlier release gave or changed the access.
   */
  given_by: string | null
  given_at: number | null
  /** Where a staff member works: `event`, or a JSON list of codes of stores. Null for other roles. */
  place: string | null
}

type DeskPasskeyTable = {
  id: string
  person_id: string
  name: string
  /** COSE key in base64url. */
  public_key: string
  /** The authenticator's signature counter; 0 if it has none. */
  counter: number
  transports: string
  created_at: number
  used_at: number | null
}

export type DeskInvitationTable = {
  token_hash: string
  person_id: string
  created_at: number
  expires_at: number
  /** SHA-256 of the code that the person must also enter; null if the link alone is enough. */
  code_hash: string | null
  wrong_codes: number
}

/** A challenge of a passkey ceremony. It is deleted on use, so that a response cannot be used twice. */
export type DeskChallengeTable = {
  challenge: string
  purpose: 'sign-in' | 'invitation' | 'verify' | 'passkey'
  /** Null for a sign-in, because the response identifies the person. */
  person_id: string | null
  expires_at: number
}

export type DeskSessionTable = {
  id: string
  token_hash: string
  person_id: string
  created_at: number
  used_at: number
  expires_at: number
  verified_at: number
  /** `passkey_id` and `device_id` are null in a demo and in sessions from an earlier release. */
  passkey_id: string | null
  device_id: string | null
  browser: string
}

export type DeskApprovalTable = {
  id: string
  action: string
  /** JSON. If the request is approved, the action runs with this input. */
  input: string
  asked_by: string
  asked_at: number
  /** Deadline for both the decision and the action. */
  expires_at: number
  state: 'asked' | 'approved' | 'refused' | 'done'
  decided_by: string | null
  decided_at: number | null
  done_at: number | null
  /** SHA-256 of the code shown to the manager who requested an invitation for another manager. */
  code_hash: string | null
}

type DeskNoticeTable = {
  id: string
  person_id: string
  at: number
  /** The notice's kind and its values (as JSON), as in `contract/desk/notices.ts`. */
  kind: NoticeKind
  detail: string
  seen_at: number | null
}

type DeskDeviceTable = {
  id: string
  token_hash: string
  person_id: string
  created_at: number
  used_at: number
}

/** Something that staff handed over after scanning a code. */
type HandOverTable = {
  /** Made by the device, so that a repeated call has one effect. */
  key: string
  customer_id: string
  reward_type: string
  person_id: string
  /** The device's name, chosen by the staff member. */
  device: string
  store_id: number | null
  /** Time of the hand-over. For one without a network, the device's time, corrected by the code's. */
  at: number
  recorded_at: number
  /**
   * `first` belongs to the row in `reward_use`. The others were handed over without a network: `again` after somebody
   * else's, `refused` against the rule in `reason`.
   */
  outcome: 'first' | 'again' | 'refused'
  reason: StaffReason | null
}

/** What a person of the team wrote about a customer, for the team. Rows are added and deleted, never changed. */
type CustomerNoteTable = {
  /** Made by the desk's page, so that a repeated call adds one note. */
  id: string
  customer_id: string
  person_id: string
  text: string
  created_at: number
}

export type DeskTables = {
  customer_note: CustomerNoteTable
  hand_over: HandOverTable
  desk_person: DeskPersonTable
  desk_passkey: DeskPasskeyTable
  desk_invitation: DeskInvitationTable
  desk_challenge: DeskChallengeTable
  desk_session: DeskSessionTable
  desk_approval: DeskApprovalTable
  desk_notice: DeskNoticeTable
  desk_device: DeskDeviceTable
}
