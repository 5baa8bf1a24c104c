export function channelIdOf(liffId: string): string {
  return liffId.split('-', 1)[0] ?? ''
}
