/** The channel of a LIFF app: the digits before the hyphen. */
export function channelIdOf(liffId: string): string {
  return liffId.split('-', 1)[0] ?? ''
}
