export type LineUser = {
  readonly lineUserId: string
  readonly displayName: string | null
  readonly pictureUrl: string | null
}
