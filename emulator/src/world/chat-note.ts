/** A system message of a group chat or room about users who joined or left. */
export type ChatNote = {
  readonly chatId: string
  /** Time by LINE's clock, in ms since 1970. */
  readonly at: number
  readonly change: 'joined' | 'left' | 'accountJoined' | 'accountRemoved' | 'accountLeft'
  /** The users who joined or left; none if it was the account. */
  readonly userIds: readonly string[]
  /** Position among the messages of users and of the account. */
  readonly order: number
}
