/** Returns the channel ID of a LIFF app: the digits before the hyphen of its LIFF ID. */
export function channelIdOf(liffId: string): string {
  return liffId.split('-', 1)[0] ?? ''
}
