import type { NoticeKind } from '#contract/desk/notices.ts'
import type { Role } from '#contract/desk/roles.ts'

/** A person who may use the desk. The row stays after the access ends, because the audit log refers to it. */
export type DeskPersonTable = {
  id: string
  name: string
  role: Role
  /** `invited` until the first passkey exists; `ended` people cannot sign in. */
  state: 'invited' | 'active' | 'ended'
  created_at: number
  /** The manager who invited this person or requested the invitation; null for the command line. */
  created_by: string | null
  /** Earliest time at which the person may approve requests: a day after access that was given at the desk. */
  approves_from: number
  /**
   * JSON list of the managers who gave the current access: none for the command line, one who acted alone, or the
   * requester and the approver. Null if an earlier release gave or changed the access.
   */
  given_by: string | null
  given_at: number | null
}

export type DeskPasskeyTable = {
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
  /** SHA-256 of the link's token. */
  token_hash: string
  person_id: string
  created_at: number
  expires_at: number
  /** SHA-256 of the code that the person must type in addition; null if the link is enough. */
  code_hash: string | null
  wrong_codes: number
}

/** A challenge of a passkey ceremony. It is deleted on use, so that a response counts only once. */
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
  /** This and the next column are null in a demo and for sessions from an earlier release. */
  passkey_id: string | null
  device_id: string | null
  browser: string
}

export type DeskApprovalTable = {
  id: string
  action: string
  /** JSON. The approval runs the action with this input. */
  input: string
  asked_by: string
  asked_at: number
  /** Deadline for the decision and for the action. */
  expires_at: number
  state: 'asked' | 'approved' | 'refused' | 'done'
  decided_by: string | null
  decided_at: number | null
  done_at: number | null
  /** SHA-256 of the code shown to the requester of a manager's invitation. */
  code_hash: string | null
}

export type DeskNoticeTable = {
  id: string
  person_id: string
  at: number
  /** Kind and values (JSON) of the text, as in `contract/desk/notices.ts`. */
  kind: NoticeKind
  detail: string
  seen_at: number | null
}

/** A browser in which a person has signed in. A new browser triggers a notice to the person and the managers. */
export type DeskDeviceTable = {
  id: string
  token_hash: string
  person_id: string
  created_at: number
  used_at: number
}
