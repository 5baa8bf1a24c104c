import type { NoticeKind } from '#contract/desk/notices.ts'
import type { Role } from '#contract/desk/roles.ts'

/** A person who may use the desk. Rows stay after the access ends, because the audit log names them. */
export type DeskPersonTable = {
  id: string
  name: string
  role: Role
  /** `invited` until the first passkey exists; `ended` people cannot sign in. */
  state: 'invited' | 'active' | 'ended'
  created_at: number
  /** The manager who invited or asked to invite this person first; null for an invitation from the command line. */
  created_by: string | null
  /** When the person may approve for the first time, in milliseconds: a day after access that was given at the desk. */
  approves_from: number
  /**
   * JSON list of the managers who gave the present access: none for the command line, one who did it alone, or the one who
   * asked and the one who approved. Null if an earlier release gave or changed the access.
   */
  given_by: string | null
  given_at: number | null
}

/** A passkey (WebAuthn credential) of a person. */
export type DeskPasskeyTable = {
  /** The credential's id, base64url. */
  id: string
  person_id: string
  name: string
  /** COSE public key, base64url. */
  public_key: string
  /** How often the authenticator says that it was used; 0 if it does not count. */
  counter: number
  /** JSON list of WebAuthn transports. */
  transports: string
  created_at: number
  used_at: number | null
}

/** A link that lets one person create a first passkey. */
export type DeskInvitationTable = {
  /** SHA-256 of the link's token. */
  token_hash: string
  person_id: string
  created_at: number
  expires_at: number
  /** SHA-256 of the code that the person types in addition to the link; null if the link is enough. */
  code_hash: string | null
  wrong_codes: number
}

/** A challenge of a passkey ceremony. It is deleted when it is used, so that an answer counts once. */
export type DeskChallengeTable = {
  challenge: string
  purpose: 'sign-in' | 'invitation' | 'verify' | 'passkey'
  /** The person who must answer; null for a sign-in, where the answer names the person. */
  person_id: string | null
  expires_at: number
}

export type DeskSessionTable = {
  id: string
  /** SHA-256 of the cookie's token. */
  token_hash: string
  person_id: string
  created_at: number
  used_at: number
  expires_at: number
  /** When the person last used a passkey. */
  verified_at: number
  /** That passkey; null in a demo, and for a session of an earlier release. */
  passkey_id: string | null
  /** The browser in `desk_device`; null in a demo, and for a session of an earlier release. */
  device_id: string | null
  browser: string
}

/** A request of one person that another person has to approve. */
export type DeskApprovalTable = {
  id: string
  action: string
  /** The action's input as JSON. An approval runs the action with this input. */
  input: string
  asked_by: string
  asked_at: number
  /** Until when it can be decided and carried out. */
  expires_at: number
  state: 'asked' | 'approved' | 'refused' | 'done'
  decided_by: string | null
  decided_at: number | null
  done_at: number | null
  /** SHA-256 of the code that the person who asked was shown, for an invitation of a manager. */
  code_hash: string | null
}

/** What the desk has told one person. Every person who is told has a row. */
export type DeskNoticeTable = {
  id: string
  person_id: string
  at: number
  /** Kind and values of the sentence (JSON), as in `contract/desk/notices.ts`. */
  kind: NoticeKind
  detail: string
  seen_at: number | null
}

/** A browser in which a person has signed in. Another browser is told to the person and the managers. */
export type DeskDeviceTable = {
  id: string
  /** SHA-256 of the token in the browser's cookie. */
  token_hash: string
  person_id: string
  created_at: number
  /** The last sign-in. */
  used_at: number
}
