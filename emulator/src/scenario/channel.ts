/** The channels inside a MINI App channel, each with its own channel and LIFF id. */
export const INTERNAL_CHANNELS = ['developing', 'review', 'published'] as const
export type InternalChannel = (typeof INTERNAL_CHANNELS)[number]

export function channelIdOf(liffId: string): string {
  return liffId.split('-', 1)[0] ?? ''
}
