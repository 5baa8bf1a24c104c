import type { Failure } from '#src/ports.ts'
import type { CampaignModel } from '#src/state/types.ts'

/** True if the server refused a consent because its texts are newer than the ones that the customer has seen. */
export const isTextsChanged = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code === 'TERMS_CHANGED'

/**
 * Loads the newest texts' versions, because another consent to the old ones would be refused again. Returns the
 * failure, or null.
 */
export async function loadNewTexts({ current, load }: CampaignModel): Promise<Failure | null> {
  await load()
  const loaded = current.peek()
  return loaded.state === 'failed' ? loaded.failure : null
}
