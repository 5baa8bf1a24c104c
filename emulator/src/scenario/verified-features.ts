import type { App } from './schema.ts'

/**
 * True if the app has the features of verified MINI Apps. An unverified one has them on the internal channel for
 * developing only; on that for review they are a guess.
 */
export function hasVerifiedFeatures({ miniApp }: Pick<App, 'miniApp'>): boolean {
  return miniApp !== null && (miniApp.verified || miniApp.channel !== 'published')
}
