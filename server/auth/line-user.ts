/** A user's profile at LINE. */
export type LineUser = {
  readonly lineUserId: string
  readonly displayName: string | null
  readonly pictureUrl: string | null
}
