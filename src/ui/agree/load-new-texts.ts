import type { Failure } from '#src/ports.ts'
import type { CampaignModel } from '#src/state/types.ts'

/** True if the legal texts have changed since the customer saw them. */
export const isTextsChanged = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.code === 'TERMS_CHANGED'

/**
 * Loads the newest versions of the legal texts, because consent to the old versions would be rejected again. Returns
 * the failure, or null on success.
 */
export async function loadNewTexts({ current, load }: CampaignModel): Promise<Failure | null> {
  await load()
  const loaded = current.peek()
  return loaded.state === 'failed' ? loaded.failure : null
}
