import type { App } from './schema.ts'

/**
 * On the developing channel, unverified MINI Apps also have the features of verified ones. We assume the same for the
 * review channel.
 */
export function hasVerifiedFeatures({ miniApp }: Pick<App, 'miniApp'>): boolean {
  return miniApp !== null && (miniApp.verified || miniApp.channel !== 'published')
}
