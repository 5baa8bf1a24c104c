import type { App } from './schema.ts'

/**
 * On the developing channel, unverified MINI Apps also have the features of verified ones. We are only assuming that
 * this applies to the review channel too.
 */
export function hasVerifiedFeatures({ miniApp }: Pick<App, 'miniApp'>): boolean {
  return miniApp !== null && (miniApp.verified || miniApp.channel !== 'published')
}
