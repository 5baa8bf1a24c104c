import type { App } from './schema.ts'

/**
 * An unverified MINI App has the features of verified ones on the channel for developing. On the channel for review,
 * they are a guess.
 */
export function hasVerifiedFeatures({ miniApp }: Pick<App, 'miniApp'>): boolean {
  return miniApp !== null && (miniApp.verified || miniApp.channel !== 'published')
}
