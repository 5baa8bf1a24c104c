/** A system message saying that users or the account joined or left. */
export type ChatNote = {
  readonly chatId: string
  readonly at: number
  readonly change: 'joined' | 'left' | 'accountJoined' | 'accountRemoved' | 'accountLeft'
  /** Empty if it was the account that joined or left. */
  readonly userIds: readonly string[]
  readonly order: number
}
