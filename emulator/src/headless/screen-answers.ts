/** How the user answers LINE's screens if the scenario does not specify it. */
export type ScreenAnswers = {
  /** The text of the scanned code; null if the user closes the scanner. */
  readonly scan: string | null
  /** How the user ends the share picker: sends the messages or cancels; null if the user never does. */
  readonly share: 'success' | 'cancel' | null
  /** How the user answers the screen with the common profile; null if the user never does. */
  readonly quickFill: 'fill' | 'cancel' | null
  /** Whether the user adds the official account when the app asks with `liff.requestFriendship`; null for no answer. */
  readonly addFriend: boolean | null
  /** Resolves with the access token of LINE's agreement window, or with null if the user refuses. */
  readonly agree: () => Promise<string | null>
}
